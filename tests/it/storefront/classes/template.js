var Velocity = require('dw/template/Velocity'), StringWriter = require('dw/io/StringWriter'), File = require('dw/io/File');

function rendered(template, values) {
    var writer = new StringWriter();
    Velocity.render(template, values || {}, writer);
    return writer.toString();
}

test('references read values, properties, methods and elements', function () {
    var values = { name: 'Ada', it: { deep: { list: [1, 2, 3] }, say: function (what, more) { return what + '!' + more; } }, product: dw.catalog.ProductMgr.getProduct('KM01001') };
    equal(rendered('Hello $name, ${name}s $!none.', values), 'Hello Ada, Adas .');
    equal(rendered('$none ${none} $none.a $ 5$ a#b \\$name', values), '$none ${none} $none.a $ 5$ a#b $name');
    equal(rendered('$it.deep.list[1] $it.deep.list.size() $name.length() $it.say("x $name", 2) $name.', values), '2 3 3 x Ada!2 Ada.');
    equal(rendered('$product.ID $product.getID() $it.nothing() $!it.nothing()', values), 'KM01001 KM01001 $it.nothing() ');
});

test('what is set is there, and conditions choose', function () {
    equal(rendered('#set($a = 2)\n#set( $b = $a * 3 + 1 )\n$b #set($c = {"x": [1..3], "y": \'$a\'})$c.x[2] $c.y'), '7 3 $a');
    equal(rendered('#if($a == 1)one#elseif($a >= 2 && !$none)many#else none#end.', { a: 3 }), 'many.');
    equal(rendered('#if($a)yes#{else}no#end#if("")y#end#if($f or false)n#end', { f: false }), 'noy');
    equal(rendered('#set($o.a = 5)$o.a', { o: {} }), '5');
});

test('lists are gone through', function () {
    equal(rendered('#foreach($it in $all)$foreach.count:$it#if($foreach.hasNext), #end#end', { all: ['a', 'b'] }), '1:a, 2:b');
    equal(rendered('#foreach($it in [1..9])#if($it > 2)#break#end$it#end.', {}), '12.');
    equal(rendered('#foreach($it in $all)$velocityCount$it#end', { all: new dw.util.ArrayList('x', 'y') }), '1x2y');
    equal(rendered('#foreach($it in $none)x#end.#stop no', {}), '.');
});

test('comments and what is quoted stand for themselves', function () {
    equal(rendered('a## $x\nb#* #if *#c#[[ $d #if ]]#', { x: 1, d: 2 }), 'abc $d #if ');
});

test('what is faulty or absent is told with its line', function () {
    fails(function () { rendered('a\n#if($b)'); }, 'Velocity template, line 2: #end is missing');
    fails(function () { rendered('#set(a = 1)'); }, 'line 1: #set sets no reference');
    fails(function () { rendered('#parse("a.vm")'); }, '#parse in a Velocity template is not emulated');
    fails(function () { rendered('$esc.html($a)'); }, '$esc of the Velocity tools is not emulated');
});

test('a file is a template too', function () {
    var file = new File('TEMP/hello.vs'), writer = new dw.io.FileWriter(file), into = new StringWriter();
    writer.write('Hello $name');
    writer.close();
    Velocity.renderTemplate(file, { name: 'you' }, into);
    equal(into.toString(), 'Hello you');
    fails(function () { Velocity.renderTemplate('none.vs', {}); }, 'There is no Velocity template /DYNAMIC/Storefront/none.vs');
});

test('another page is included', function () {
    var text = rendered('$velocity.remoteInclude(\'Test-Inner\', \'a\', $a)', { velocity: Velocity, a: 1 });
    equal(/^<!--include .*\/Test-Inner\?a=1-->$/.test(text), true);
});

test('a choice in a template is as it is shown', function () {
    equal(rendered('$e $e.value', { e: new dw.value.EnumValue('a', 'Shown') }), 'Shown a');
});
