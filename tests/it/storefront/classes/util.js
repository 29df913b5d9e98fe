test('bytes are read as numbers', function () {
    var bytes = new dw.util.Bytes('\u00ff\u0001\u0002\u0003', 'ISO-8859-1');
    equal([bytes.length, bytes.byteAt(0), bytes.shortAt(0), bytes.intAt(0), bytes.bytesAt(1, 2).length], [4, -1, -255, -16711165, 2]);
    equal([bytes.reverse().byteAt(0), new dw.util.Bytes('a\u20ac', 'UTF-16BE').toString('UTF-16BE'), new dw.util.Bytes('\ud83d\ude00').toString()], [3, 'a\u20ac', '\ud83d\ude00']);
    fails(function () { bytes.intAt(1); }, 'none at 1');
    fails(function () { return new dw.util.Bytes('a', 'EBCDIC'); }, 'not emulated');
});

test('the first of what was found is itself', function () {
    var SeekableIterator = dw.util.SeekableIterator;
    equal([new SeekableIterator(['a', 'b']).first(), new SeekableIterator([]).first(), new SeekableIterator(['a', 'b']).first(1).toArray()], ['a', null, ['a']]);
});

test('the keys of a collection are its indices', function () {
    equal([Object.keys(new dw.util.ArrayList('x', 'y')), Object.keys(new dw.util.HashSet(['x'])), Object.keys(new dw.util.ArrayList()), Object.keys({ a: 1 }), Object.keys(['z'])], [['0', '1'], ['0'], [], ['a'], ['0']]);
});

test('what is missing stays out of an address', function () {
    reads(String(dw.web.URLUtils.url('A-B', 'x', undefined, 'y', null, 'z', 0)).split('?')[1], 'x=&y=&z=0');
});

test('texts have places of several kinds', function () {
    function format() { return dw.util.StringUtils.format.apply(null, arguments); }
    var choice = "{0} {0,choice,0#items|1#item|1<items}";
    equal([0, 1, 2, 1.5].map(function (count) { return format(choice, count); }), ['0 items', '1 item', '2 items', '1.5 items']);
    equal([format('{0,choice,0#none|1#one|1<{0} of {1}}', 3, 'x'), format('{0,choice,5#many|9#more}', 1)], ['3 of x', 'many']);
    equal([format("It''s {0}", 1), format("'{0}' is {0}", 1), format("don't {0}", 1), format('{0} {1}', 'a'), format('{name} {', 1)],
        ["It's 1", '{0} is 1', 'dont {0}', 'a {1}', '{name} {']);
    equal([format('{0}', 1234.5), format('{0,number,#.00}', 3), format('{0,number,integer}', 1234.5), format('{0,number,percent}', 0.25), format('{0}', '1234')],
        ['1,234.5', '3.00', '1,235', '25%', '1234']);
    equal(format('{0,date,yyyy-MM-dd} {0,date,long} {0,time,short}', new Date(0)), '1970-01-01 January 1, 1970 12:00 AM');
    equal([format('{0} {1}', ['a', 'b']), format('{0}', null)], ['a b', 'null']);
    request.setLocale('de_DE');
    equal(format('{0,date,long} {0,date} {0,time,short} {0,time} {0}', new Date(0)), '1. Januar 1970 01.01.1970 00:00 00:00:00 01.01.70 00:00');
    request.setLocale('default');
});

test('a place that a script has told stays for the session', function () {
    var Geolocation = require('dw/util/Geolocation');
    equal(request.geolocation, null);
    request.setGeolocation(new Geolocation('DE', 'Germany', 'TH', 'Thuringia', null, 'Jena', '07743', 50.92, 11.58));
    equal([request.geolocation.countryCode, request.geolocation.latitude, request.geolocation.available, request.geolocation.metroCode], ['DE', 50.92, true, null]);
});

test('as long as it lasts', function () {
    equal(request.geolocation.city, 'Jena');
    equal(new (require('dw/util/Geolocation'))('DE').available, false);
});

test('a visitor is somewhere in the country of the locale', function () {
    var place = require('dw/util/Geolocation').somewhereIn('ja_JP');
    equal([place.countryCode, place.countryName, place.available, place.latitude, place.longitude, place.city], ['JP', '\u65e5\u672c', false, 0, 0, null]);
    equal(require('dw/util/Geolocation').somewhereIn('de'), null);
});

test('a locale calls itself as its speakers do', function () {
    var names = ['fr_FR', 'de_AT', 'en', 'eu_AD'].map(function (id) {
        var locale = require('dw/util/Locale').getLocale(id);
        return [locale.displayName, locale.displayCountry, locale.ISO3Language, locale.ISO3Country];
    });
    equal(names, [['fran\u00e7ais (France)', 'France', 'fra', 'FRA'], ['Deutsch (\u00d6sterreich)', '\u00d6sterreich', 'deu', 'AUT'], ['English', '', 'eng', ''], ['eu (AD)', 'AD', '', '']]);
});

test('a calendar is read by the clocks of its time zone', function () {
    var Calendar = dw.util.Calendar;
    var C = dw.util.StringUtils.formatCalendar;
    var summer = new Calendar(new Date(Date.UTC(2024, 6, 1, 22, 30, 5)));
    equal([summer.timeZone, summer.get(Calendar.HOUR_OF_DAY), summer.get(Calendar.ZONE_OFFSET)], ['GMT', 22, 0]);
    summer.setTimeZone('Europe/Berlin');
    equal([summer.timeZone, summer.get(Calendar.HOUR_OF_DAY), summer.get(Calendar.DATE), summer.get(Calendar.ZONE_OFFSET), summer.get(Calendar.DST_OFFSET)], ['Europe/Berlin', 0, 2, 3600000, 3600000]);
    equal([summer.time.getTime(), C(summer, 'yyyy-MM-dd HH:mm Z XXX z')], [Date.UTC(2024, 6, 1, 22, 30, 5), '2024-07-02 00:30 +0200 +02:00 CEST']);
    equal([C(summer), C(summer, 'de_DE', Calendar.SHORT_DATE_PATTERN), C(summer, 'de_DE', Calendar.INPUT_DATE_TIME_PATTERN), C(summer, 'en_US', Calendar.LONG_DATE_PATTERN)],
        ['07/02/2024 12:30 AM', '02.07.24', '02.07.2024 00:30', 'July 2, 2024']);
    equal([dw.util.StringUtils.formatDate(summer, 'HH'), dw.util.StringUtils.formatDate(summer.time, 'HH')], ['00', '22']);
    summer.timeZone = 'America/New_York';
    equal([summer.get(Calendar.HOUR_OF_DAY), C(summer, 'Z')], [18, '-0400']);
    summer.setTimeZone('no such zone');
    equal(summer.get(Calendar.HOUR_OF_DAY), 22);
});

test('a calendar is set by the clocks of its time zone', function () {
    var Calendar = dw.util.Calendar;
    var date = new Calendar(new Date(Date.UTC(2024, 2, 30, 12)));
    date.setTimeZone('Europe/Berlin');
    date.set(Calendar.HOUR_OF_DAY, 8);
    equal(date.time.toISOString(), '2024-03-30T07:00:00.000Z');
    date.add(Calendar.DATE, 1);
    equal(date.time.toISOString(), '2024-03-31T06:00:00.000Z');
    date.add(Calendar.HOUR, 24);
    equal(date.get(Calendar.HOUR_OF_DAY), 8);
    date.set(2024, 0, 31, 23, 0, 0);
    date.add(Calendar.MONTH, 1);
    equal([date.time.toISOString(), date.get(Calendar.DAY_OF_YEAR), date.getActualMaximum(Calendar.DATE), date.isLeapYear(2100)], ['2024-02-29T22:00:00.000Z', 60, 29, false]);
    date.roll(Calendar.DATE, 1);
    equal([date.get(Calendar.DATE), date.get(Calendar.MONTH)], [1, 1]);
    date.set(Calendar.DAY_OF_WEEK, Calendar.SATURDAY);
    equal([date.get(Calendar.DATE), date.get(Calendar.WEEK_OF_MONTH), date.firstDayOfWeek], [3, 1, 1]);
});

test('days are compared by the clock or by the time', function () {
    var Calendar = dw.util.Calendar;
    var pair = [2, 0].map(function (hour) {
        var calendar = new Calendar(new Date(Date.UTC(2002, 1, 28, hour)));
        calendar.setTimeZone('Etc/GMT+1');
        return calendar;
    });
    equal([pair[0].isSameDay(pair[1]), pair[0].isSameDayByTimestamp(pair[1])], [false, true]);
});

test('a calendar reads texts', function () {
    var Calendar = dw.util.Calendar;
    var read = function (text, pattern) {
        var calendar = new Calendar();
        calendar.setTimeZone('Europe/Berlin');
        calendar.parseByFormat(text, pattern);
        return calendar.time.toISOString();
    };
    equal(read('2024-07-01 10:15', 'yyyy-MM-dd HH:mm'), '2024-07-01T08:15:00.000Z');
    equal(read('20240701T101502Z', "yyyyMMdd'T'HHmmssX"), '2024-07-01T10:15:02.000Z');
    equal(read('Mon, 1 Jul 24 12:05 am -0500', 'EEE, d MMM yy hh:mm a Z'), '2024-07-01T05:05:00.000Z');
    fails(function () { read('tomorrow', 'yyyy'); }, 'Unparseable date: "tomorrow"');
    var german = new Calendar();
    german.parseByLocale('24.12.2024', 'de_DE', Calendar.INPUT_DATE_PATTERN);
    equal(german.time.toISOString(), '2024-12-24T00:00:00.000Z');
});

test('clocks show what they do where the site and the instance are', function () {
    var near = function (date) { return Math.abs(date.getTime() - Date.now()) < 60000; };
    var ahead = dw.system.Site.current.timezoneOffset;
    equal([near(dw.util.DateUtils.nowInUTC()), near(new Date(dw.util.DateUtils.nowForSite() - ahead)), near(dw.util.DateUtils.nowForInstance())], [true, true, true]);
});

test('a calendar takes another offset for what its clock shows', function () {
    var Calendar = require('dw/util/Calendar');
    var calendar = new Calendar(new Date(Date.UTC(2026, 6, 1, 12)));
    calendar.setTimeZone('Europe/Berlin');
    calendar.set(Calendar.ZONE_OFFSET, -5 * 3600000);
    equal(calendar.time.toISOString(), '2026-07-01T18:00:00.000Z');
    calendar.set(Calendar.DST_OFFSET, 0);
    equal(calendar.time.toISOString(), '2026-07-01T19:00:00.000Z');
});

test('methods of arrays are functions of Array too, also for collections', function () {
    var list = new dw.util.ArrayList([3, 1, 2]);
    var isSmall = function (value) { return value < 3; };
    equal([Array.some(list, isSmall), Array.every(list, isSmall)], [true, false]);
    equal(Array.map(list, function (value, index, all) { return value + index + all.length; }), [6, 5, 7]);
    equal([Array.filter(list, isSmall), Array.slice(list, 1)], [[1, 2], [1, 2]]);
    equal([Array.indexOf(list, 2), Array.lastIndexOf([1, 1], 1), Array.find(list, isSmall), Array.findIndex(list, isSmall)], [2, 1, 1, 1]);
    equal([Array.reduce(list, function (sum, value) { return sum + value; }), Array.reduce([], isSmall, 7)], [6, 7]);
    var seen = [];
    Array.forEach(new dw.util.LinkedHashSet(list), function (value) { seen.push(value); });
    equal([seen, Array.join(list, '-'), Array.concat([1], 2)], [[3, 1, 2], '3-1-2', [1, 2]]);
    fails(function () { Array.map(null, isSmall); }, 'convert');
});

test('methods of texts are functions of String too', function () {
    equal([String.concat('a', 'b', 3), String.replace('aXa', 'X', '-'), String.toUpperCase(5), String.equalsIgnoreCase('A', 'a')], ['ab3', 'a-a', '5', true]);
});

test('methods of arrays go through collections', function () {
    var list = new dw.util.ArrayList(['a', 'b']);
    equal(Array.prototype.map.call(list, function (value) { return value + '!'; }), ['a!', 'b!']);
    equal([Array.prototype.slice.call(list), Array.prototype.indexOf.call(list, 'b')], [['a', 'b'], 1]);
    equal([0 in list, 'length' in list, 'a' in list], [true, true, false]);
});

test('whole numbers of any length', function () {
    var BigInteger = dw.util.BigInteger;
    var large = new BigInteger('12345678901234567890');
    reads(large.add(10).subtract('900').multiply(new BigInteger(2)), '24691357802469134000');
    reads(large.multiply(large).divide(large), large);
    equal([new BigInteger(-7).divide(2).get(), new BigInteger(7.9).get(), new BigInteger().get(), BigInteger(3).get()], [-3, 7, 0, 3]);
    equal([new BigInteger(2026) + '-' + new BigInteger('+5'), new BigInteger(2) + 1], ['2026-5', 3]);
    equal([large.equals('12345678901234567890'), large.equals(null), new BigInteger(-2).abs().equals(2), new BigInteger(2).negate().get()], [true, false, true, -2]);
    equal([new BigInteger(1).hashCode(), new BigInteger(-1).hashCode(), large.hashCode(), new BigInteger(0).hashCode()], [1, -1, -1436577082, 0]);
    fails(function () { return large.divide(0); }, 'Division by zero');
    ['', 'x', '1.5', null, {}].forEach(function (value) {
        fails(function () { return new BigInteger(value); }, 'Not a whole number');
    });
});

test('an array is added as its elements, and as itself by add1', function () {
    var list = new dw.util.ArrayList();
    list.add([1, 2]);
    list.add(3, 4);
    list.add1([5]);
    equal([list.length, list[1], list[4]], [5, 2, [5]]);
    var set = new dw.util.HashSet();
    equal([set.add([1, 1, 2]), set.length, set.add([1]), set.add1(3)], [true, 2, false, true]);
    var sorted = new dw.util.SortedSet();
    sorted.add([3, 1]);
    equal([sorted.first(), sorted.length, list.addAll(sorted), list.length], [1, 2, true, 7]);
});

test('what is null is greater than all else', function () {
    var by = function () { var Comparator = require('dw/util/PropertyComparator'); return Reflect.construct(Comparator, arguments); };
    var sorted = function (comparator) {
        var list = new dw.util.ArrayList([{ a: 2 }, { a: null }, { a: 1 }, {}]);
        list.sort(comparator);
        return list.toArray().map(function (each) { return each.a || null; });
    };
    equal(sorted(by('a')), [1, 2, null, null]);
    equal(sorted(by('a', false)), [null, null, 2, 1]);
    equal(sorted(by('a', true, false)), [null, null, 1, 2]);
});

test('lists are joined and cut', function () {
    var list = new dw.util.ArrayList([1]).concat(3, [4, 5], new dw.util.ArrayList([6]));
    equal([list.toArray(), list.toArray(-1, 2), list.toArray(0, -1), list.toArray(3)], [[1, 3, 4, 5, 6], [1, 3], [], [5, 6]]);
});

test('money that is unavailable is compared as nothing', function () {
    var Money = dw.value.Money;
    var one = new Money(1, 'EUR');
    equal([one.compareTo(Money.NOT_AVAILABLE), Money.NOT_AVAILABLE.compareTo(one)], [1, -1]);
    equal([one.percentOf(Money.NOT_AVAILABLE), Money.NOT_AVAILABLE.percentLessThan(one), one.percentOf(null), one.percentLessThan(new Money(2, 'EUR'))], [null, null, null, 50]);
    fails(function () { one.compareTo(new Money(1, 'USD')); }, 'different currencies');
});

test('a loop over the keys of a collection has its indices', function () {
    var list = new dw.util.ArrayList(['a', 'b']);
    var found = [];
    for (var index in list) {
        found.push(index + list[index]);
    }
    for (var name in { x: 1 }) { found.push(name); }
    for (var key in null) { found.push(key); }
    for (var letter in 'ab') { found.push(letter); }
    equal(found, ['0a', '1b', 'x', '0', '1']);
});

test('texts are filled in, cut and encoded', function () {
    var Utils = require('dw/util/StringUtils');
    equal(Utils.format('{0}-{1}', new dw.util.ArrayList('a', 'b')), 'a-b');
    equal([Utils.TRUNCATE_WORD, Utils.truncate('one two three', 9, 'word', '…'), Utils.truncate('one two three', 9, Utils.TRUNCATE_CHAR, '…')], ['word', 'one two…', 'one two …']);
    equal([Utils.truncate('One. Two! Three four', 14, 'sentence'), Utils.truncate('one two three', 7, 'word'), Utils.truncate('short', 9, 'char')], ['One. Two!', 'one two', 'short']);
    equal([Utils.encodeBase64('\u00e9', 'ISO-8859-1'), Utils.decodeBase64('6Q==', 'ISO-8859-1'), Utils.encodeBase64('\u00e9')], ['6Q==', '\u00e9', 'w6k=']);
    equal([Utils.ltrim(null), Utils.rtrim(null), Utils.pad(null, 2), Utils.truncate(null, 2, 'char', '')], [null, null, '  ', null]);
});

test('quantities are reckoned with, in their unit', function () {
    var Quantity = dw.value.Quantity;
    var some = new Quantity(1.25, 'kg'), none = some.newQuantity(null);
    equal([some.decimalValue.get(), some.round(1).value, some.multiply(3).value, some.divide(2).value, String(some.newQuantity(2))], [1.25, 1.3, 3.75, 0.625, '2 kg']);
    equal([some.isOfSameUnit(new Quantity(9, 'kg')), some.isOfSameUnit(new Quantity(9, 'g')), some.isOfSameUnit(null)], [true, false, false]);
    equal([none.available, none.value, none.decimalValue, none.unit, some.compareTo(none), some.add(none).available], [false, 0, null, 'kg', 1, false]);
    equal([some.add(new Quantity(0.1, 'kg')).add(new Quantity(0.2, 'kg')).value, some.equals(Quantity(1.25, 'kg'))], [1.55, true]);
    fails(function () { some.add(new Quantity(1, 'g')); }, 'different units');
});

test('a static function may be called with new', function () {
    equal([new dw.catalog.ProductMgr.getProduct('KM01002-01').ID, new dw.content.ContentMgr.getSiteLibrary().ID === dw.content.ContentMgr.siteLibrary.ID], ['KM01002-01', true]);
    equal([dw.catalog.ProductMgr.getProduct.name, dw.catalog.ProductMgr.getProduct.length, dw.system.Site.current.currencyCode, dw.system.Site.current.getCurrencyCode()], ['getProduct', 1, 'EUR', 'EUR']);
});

test('what a map shows is taken from the map', function () {
    ['HashMap', 'LinkedHashMap', 'SortedMap'].forEach(function (name) {
        var map = new dw.util[name]();
        ['a', 'b', 'c', 'd'].forEach(function (key, index) { map.put(key, index % 2); });
        var keys = map.keySet(), values = map.values(), entries = map.entrySet();
        map.put('e', 5);
        equal([keys.length, values.length, entries.size(), keys.contains('e'), Object.keys(keys).length], [5, 5, 5, true, 5]);
        equal([keys.remove('a'), keys.remove('x'), values.remove(1), map.keySet()], [true, false, true, ['c', 'd', 'e']]);
        var entry = entries.iterator().next();
        entry.setValue(9);
        equal([map.get('c'), entries.contains(entry), entries.remove(entry), map.length], [9, true, true, 2]);
        keys.retainAll(['e']);
        equal([map.size(), values.toArray(), keys.iterator().next()], [1, [5], 'e']);
        fails(function () { keys.add('f'); }, 'takes nothing');
        values.clear();
        equal([map.empty, keys.empty], [true, true]);
    });
});

test('nothing between elements is a comma', function () {
    var list = new dw.util.ArrayList([1, 2]);
    equal([list.join(), list.join(null), list.join(''), dw.web.PagingModel.MAX_PAGE_SIZE], ['1,2', '1,2', '12', 2000]);
    equal([new dw.value.Money(null, 'EUR').available, new dw.value.Money(null, 'EUR').currencyCode, new dw.value.Money(null, 'EUR').value], [false, 'EUR', 0]);
});

test('dates are in the words of the locale', function () {
    var calendar = new dw.util.Calendar(new Date(Date.UTC(2026, 2, 4, 0, 5)));
    var told = function (locale) {
        return dw.util.StringUtils.formatDate(calendar, 'EEEE EEE d MMMM MMM a G', locale);
    };
    ['de', 'fr', 'it', 'es', 'nl', 'pt_BR', 'ja', 'zh', 'en'].forEach(function (locale, index) {
        equal(told(locale), [
            'Mittwoch Mi. 4 März März AM n. Chr.',
            'mercredi mer. 4 mars mars AM ap. J.-C.',
            'mercoledì mer 4 marzo mar AM d.C.',
            'miércoles mié 4 marzo mar a.\u00a0m. d. C.',
            'woensdag wo 4 maart mrt. a.m. n.Chr.',
            'quarta-feira qua. 4 março mar. AM d.C.',
            '水曜日 水 4 3月 3月 午前 西暦',
            '星期三 周三 4 三月 3月 上午 公元',
            'Wednesday Wed 4 March Mar AM AD'
        ][index]);
    });
    equal(dw.util.StringUtils.formatDate(new Date(0), 'd. MMM yyyy', 'fr_FR'), '1. janv. 1970');
    equal(['de_DE', 'es', 'ja', 'nl'].map(function (locale) { return dw.util.StringUtils.formatCalendar(calendar, locale, dw.util.Calendar.LONG_DATE_PATTERN); }),
        ['4. März 2026', '4 de marzo de 2026', '2026年3月4日', '4 maart 2026']);
    request.setLocale('de_DE');
    equal(dw.util.StringUtils.formatCalendar(calendar, 'EEEE, d. MMMM'), 'Mittwoch, 4. März');
    calendar.parseByFormat('Mo., 5. Oktober 2026', 'EEE, d. MMM yyyy');
    equal(calendar.time.toISOString().slice(0, 10), '2026-10-05');
    request.setLocale('default');
});

test('dates have all the letters', function () {
    var F = function (date, pattern, locale) { return dw.util.StringUtils.formatDate(date, pattern, locale); };
    var date = new Date(Date.UTC(2026, 10, 27, 0, 7));
    equal([F(date, 'D DDDD w W F u k K H'), F(date, 'w W u', 'de'), F(date, 'LLL GG')], ['331 0331 48 4 4 5 24 0 0', '48 4 5', 'Nov AD']);
    equal([F(new Date(Date.UTC(2027, 0, 1)), "w YYYY 'at' W", 'fr'), F(new Date(Date.UTC(2027, 0, 1)), 'w YYYY W'), F(new Date(Date.UTC(2026, 11, 31)), 'w YYYY')],
        ['53 2026 at 0', '1 2027 1', '1 2027']);
});

test('numbers stand in the text of their pattern', function () {
    var N = function (number, pattern, locale) { return dw.util.StringUtils.formatNumber(number, pattern, locale || 'en'); };
    equal([N(1234.5, '#,##0 "pcs"'), N(1234.5, "#,##0.00 'of #'"), N(5, "0 'o''clock'"), N(0.256, '0.0%'), N(0.256, "0 '%'")], ['1,235 "pcs"', '1,234.50 of #', "5 o'clock", '25.6%', '0 %']);
    equal([N(-3, '0.0;(0.0)'), N(3, '0.0;(0.0)'), N(-3, "'no' 0"), N(0.0125, '0.#\u2030'), N(1234.5, '#,##0.00 \u00a4', 'de'), N(7, '000')], ['(3.0)', '3.0', '-no 3', '12.5\u2030', '1.234,50 \u20ac', '007']);
});

test('entities are named', function () {
    var Utils = dw.util.StringUtils;
    equal([Utils.stringToHtml('<é & "x">\u00a0\u20ac'), Utils.stringToXml("<é'>"), Utils.stringToWml('$'), Utils.encodeString('ß', Utils.ENCODE_TYPE_HTML), Utils.encodeString("'ß", Utils.ENCODE_TYPE_XML)],
        ['&lt;&eacute; &amp; &quot;x&quot;&gt;&nbsp;\u20ac', '&lt;é&apos;&gt;', '$$', '&szlig;', '&apos;ß']);
    equal(Utils.decodeString('&lt;&eacute;&Eacute;&hellip;&euro;&Omega;&sigmaf;&#8364;&#x20AC;&apos;&none;&amp;lt;', Utils.ENCODE_TYPE_HTML), "<éÉ…€Ως€€'&none;&lt;");
    equal([Utils.decodeString('&eacute;&quot;', Utils.ENCODE_TYPE_XML), Utils.decodeString('$$', Utils.ENCODE_TYPE_WML), Utils.decodeString(null)], ['&eacute;"', '$', null]);
});

test('parts of what is sorted are views of it', function () {
    var map = new dw.util.SortedMap();
    [3, 1, 2].forEach(function (key) { map.put(key, 'v' + key); });
    var keys = function (part) { return part.keySet().toArray(); };
    equal([keys(map.headMap(2)), keys(map.tailMap(2)), keys(map.subMap(1, 3)), map.subMap(2, 2).empty], [[1], [2, 3], [1, 2], true]);
    var head = map.headMap(3);
    head.remove(1);
    map.put(0, 'v0');
    head.put(2.5, 'new');
    equal([keys(head), keys(map)], [[0, 2, 2.5], [0, 2, 2.5, 3]]);
    fails(function () { head.put(4, ''); }, 'out of the range');
    var set = new dw.util.SortedSet(['c', 'a', 'b']);
    equal([set.headSet('b'), set.tailSet('b'), set.subSet('a', 'c')], [['a'], ['b', 'c'], ['a', 'b']]);
    var tail = set.tailSet('b');
    tail.add('d');
    tail.remove('b');
    equal([tail, set], [['c', 'd'], ['a', 'c', 'd']]);
    tail.clear();
    equal(set, ['a']);
});

test('lists are shuffled, equal values have equal hash codes', function () {
    var list = new dw.util.ArrayList([1, 2, 3, 4]);
    list.shuffle();
    equal(list.toArray().sort(), [1, 2, 3, 4]);
    var Decimal = dw.util.Decimal;
    equal(new Decimal('1.0').hashCode(), new Decimal(1).hashCode());
    equal(new dw.value.Money(2, 'EUR').hashCode() === new dw.value.Money(2, 'USD').hashCode(), false);
    equal([new dw.value.Money(2, 'EUR').hashCode(), new dw.value.Quantity(2, 'm').hashCode()],
        [new dw.value.Money('2.00', 'EUR').hashCode(), new dw.value.Quantity('2.0', 'm').hashCode()]);
    dw.util.Assert.areNotEqual(1, 2);
    fails(function () { dw.util.Assert.areNotEqual(new Decimal(1), new Decimal('1.0'), 'alike'); }, 'alike');
    var key = new dw.util.MappingKey('a', 'b');
    equal([key.keyComponents, key.singleComponentKey, new dw.util.MappingKey('a').singleComponentKey], [['a', 'b'], null, 'a']);
});

test('a comparator tells elements apart', function () {
    var byLength = function (left, right) { return left.length - right.length; };
    var set = new dw.util.SortedSet(byLength);
    equal([set.add1('aa'), set.add1('bb'), set.add1('c'), set.toArray(), set.contains('zz'), set.clone().contains('z'), set.remove('xx'), set.length], [true, false, true, ['c', 'aa'], true, true, true, 1]);
    var map = new dw.util.SortedMap(byLength);
    equal([map.put('aa', 1), map.put('bb', 2), map.get('cc'), map.containsKey('dd'), map.keySet().toArray(), map.clone().get('zz'), map.remove('ee'), map.size()], [null, 1, 2, true, ['aa'], 2, 2, 0]);
    var plain = new dw.util.SortedSet();
    plain.add('b', 'a', 'b');
    equal(plain.toArray(), ['a', 'b']);
});

test('money has the digits of its currency', function () {
    var Money = dw.value.Money;
    equal([new Money(1.005, 'EUR').value, new Money(2.994, 'EUR').value, new Money(99.5, 'JPY').value, new Money(1.2345, 'KWD').value], [1.01, 2.99, 100, 1.235]);
    equal(new Money(10, 'EUR').divide(3).multiply(3).value, 10);
});

test('a currency has a name', function () {
    equal([dw.util.Currency.getCurrency('USD').name, dw.util.Currency.getCurrency('XTS').name], ['United States Dollar', 'XTS']);
});

test('Base64 of the web is read too', function () {
    reads(dw.util.StringUtils.decodeBase64('Zm9v8J-NtQ=='), 'foo\ud83c\udf75');
    equal(dw.util.StringUtils.decodeBase64('Zm 9v\n'), 'foo');
    fails(function () { dw.util.List.EMPTY_LIST.add1('x'); }, '');
    equal(dw.util.List.EMPTY_LIST.length, 0);
});

test('a byte has a sign', function () {
    var bytes = new dw.util.Bytes('\u007f\u0080\u00c3', 'ISO-8859-1');
    equal([bytes.byteAt(0), bytes.byteAt(1), bytes.byteAt(2)], [127, -128, -61]);
});

test('a discount is spread over an array as over its amounts', function () {
    var Money = dw.value.Money;
    var amounts = [10, 20, 30].map(function (amount) { return new Money(amount, 'EUR'); });
    var shares = ['EUR 0.17', 'EUR 0.33', 'EUR 0.50'];
    equal(Money.prorate(new Money(1, 'EUR'), amounts).map(String), shares);
    equal(Money.prorate(new Money(1, 'EUR'), amounts[0], amounts[1], amounts[2]).map(String), shares);
    equal([Money.prorate(new Money(1, 'EUR'), []), Money.prorate(new Money(1, 'EUR'))], [[], []]);
});

test('nothing has no Base64', function () {
    var Utils = dw.util.StringUtils;
    equal([Utils.encodeBase64(null), Utils.encodeBase64(null, 'UTF-8'), Utils.decodeBase64(null), Utils.encodeBase64('')], [null, null, null, '']);
});

test('a list has no gaps', function () {
    var list = new dw.util.ArrayList([1, 2, 3]);
    [4, 9, -1].forEach(function (index) {
        fails(function () { list.addAt(index, 0); }, 'Index: ' + index + ', Size: 3');
    });
    list.addAt(3, 4);
    list.addAt(0, 0);
    equal(list, [0, 1, 2, 3, 4]);
});

test('a locale that nobody knows is none', function () {
    var Locale = dw.util.Locale;
    equal(['xx_YY', 'xx', 'en_YY', 'english', '', null].map(function (id) { return Locale.getLocale(id); }), [null, null, null, null, null, null]);
    equal(['en', 'en_US', 'de-AT', 'en_BM', 'eu_ES', 'default'].map(function (id) { return Locale.getLocale(id).ID; }), ['en', 'en_US', 'de_AT', 'en_BM', 'eu_ES', '']);
});
