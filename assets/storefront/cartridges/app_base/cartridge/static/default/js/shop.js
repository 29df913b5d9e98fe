'use strict';

/* Quick views. Without scripts their links lead to the whole pages. */
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
