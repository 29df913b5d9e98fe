'use strict';

/* Quick views and the cart's flyout. Without scripts their links lead to the whole pages. */
(function () {
    var dialog = document.createElement('dialog');
    dialog.innerHTML = '<button class="close" type="button" aria-label="×">×</button><div></div>';
    document.body.appendChild(dialog);

    function show(url) {
        fetch(url).then(function (answer) { return answer.json(); }).then(function (view) {
            dialog.lastChild.innerHTML = view.renderedTemplate;
            if (!dialog.open) {
                dialog.showModal();
            }
        });
    }

    // Without a pointer that hovers the link leads to the cart at once.
    var places = window.matchMedia('(hover: hover)').matches ? document.querySelectorAll('[data-flyout]') : [];
    Array.from(places, function (place) {
        var flyout = document.createElement('div');
        flyout.className = 'flyout';
        flyout.hidden = true;
        place.appendChild(flyout);

        place.addEventListener('mouseenter', function () {
            fetch(place.dataset.flyout).then(function (answer) { return answer.text(); }).then(function (piece) {
                flyout.innerHTML = piece;
                flyout.hidden = !place.matches(':hover');
            });
        });
        place.addEventListener('mouseleave', function () { flyout.hidden = true; });
    });

    document.addEventListener('click', function (event) {
        var link = event.target.closest('[data-quick-view], .quick-view .choice');
        if (event.target === dialog || event.target.closest('.close')) {
            dialog.close();
        } else if (link) {
            event.preventDefault();
            show(link.dataset.quickView || link.href.replace('Product-Show?', 'Product-ShowQuickView?'));
        }
    });
}());
