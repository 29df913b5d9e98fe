var File = require('dw/io/File');
var FileReader = require('dw/io/FileReader');
var FileWriter = require('dw/io/FileWriter');

function fileOf(name, text, encoding) {
    var file = new File(File.IMPEX + '/src/' + name);
    new File(File.IMPEX + '/src').mkdirs();
    var writer = encoding ? new FileWriter(file, encoding) : new FileWriter(file);
    writer.write(text);
    writer.close();
    return file;
}

test('what is written to or read from is no file', function () {
    var file = new dw.io.File('TEMP/rows.csv');
    ['CSVStreamWriter', 'XMLStreamWriter', 'XMLIndentingStreamWriter'].forEach(function (name) {
        fails(function () { return new dw.io[name](file); }, name + ' needs a Writer, not [object File]');
    });
    ['CSVStreamReader', 'XMLStreamReader'].forEach(function (name) {
        fails(function () { return new dw.io[name](file); }, name + ' needs a Reader, not [object File]');
    });
});

test('a file has a place, a name and a size', function () {
    var file = fileOf('a.txt', 'Gr\u00fc\u00dfe');
    equal([file.fullPath, file.name, file.path, file.rootDirectoryType], ['/IMPEX/src/a.txt', 'a.txt', '/src/a.txt', 'IMPEX']);
    equal([file.exists(), file.isFile(), file.isDirectory(), file.length()], [true, true, false, 7]);
    equal(file.lastModified() > 0, true);
    reads(new File(File.getRootDirectory(File.IMPEX), 'src/a.txt'), '/IMPEX/src/a.txt');
});

test('files are made, listed, moved and removed', function () {
    var folder = new File(File.TEMP + '/one/two');
    equal([folder.mkdirs(), folder.mkdirs(), folder.directory], [true, false, true]);
    var file = new File(folder, 'x.txt');
    equal([file.exists(), file.createNewFile(), file.createNewFile()], [false, true, false]);
    equal(folder.list(), ['x.txt']);
    equal(folder.listFiles().toArray().map(String), ['/TEMP/one/two/x.txt']);
    equal(folder.listFiles(function (found) { return found.name === 'y'; }).length, 0);
    equal(file.list(), null);
    equal(file.renameTo(new File(folder, 'y.txt')), true);
    new File(folder, 'y.txt').copyTo(new File(folder, 'z.txt'));
    equal(folder.list(), ['y.txt', 'z.txt']);
    var newer = new File(folder, 'newer.txt');
    var writer = new FileWriter(newer, 'UTF-8');
    writer.write('newer');
    writer.close();
    equal([newer.renameTo(new File(folder, 'z.txt')), newer.renameTo(new File(folder, 'y.txt')), folder.list()], [true, false, ['y.txt', 'z.txt']]);
    equal(new FileReader(new File(folder, 'z.txt'), 'UTF-8').readString(), 'newer');
    equal(folder.remove(), false);
    folder.listFiles().toArray().forEach(function (each) { each.remove(); });
    equal([folder.remove(), folder.exists()], [true, false]);
});

test('each root folder is named by its constant', function () {
    ['IMPEX', 'TEMP', 'CATALOGS', 'LIBRARIES', 'STATIC', 'DYNAMIC', 'CUSTOMERPI', 'CUSTOMER_SNAPSHOTS', 'REALMDATA'].forEach(function (name) {
        equal([name, new File(File[name]).exists(), File.getRootDirectory(File[name]).directory], [name, true, true]);
        equal([name, new File(File[name] + '/new').mkdir()], [name, true]);
    });
});

test('a copy takes the place of nothing', function () {
    var file = fileOf('own.txt', 'own');
    var other = fileOf('other.txt', 'other');
    [file, other].forEach(function (target) {
        fails(function () { file.copyTo(target); }, 'is there already');
    });
    equal([new FileReader(file, 'UTF-8').readString(), new FileReader(other, 'UTF-8').readString()], ['own', 'other']);
});

test('no path climbs', function () {
    ['IMPEX/../../etc/passwd', '/etc/passwd', 'IMPEX\\..\\a', ''].forEach(function (path) {
        fails(function () { return new File(path); }, 'can\'t be used');
    });
});

test('texts are read by lines, letters and as a whole', function () {
    var file = fileOf('b.txt', 'one\r\ntwo\n\nlast');
    var reader = new FileReader(file);
    equal([reader.readLine(), reader.read(), reader.readN(2), reader.ready()], ['one', 't', 'wo', true]);
    equal(reader.readLines(), ['', '', 'last']);
    equal([reader.readLine(), reader.read(), reader.readString(), reader.ready()], [null, null, null, false]);
    reader.close();
    fails(function () { reader.readLine(); }, 'closed');
    var whole = new FileReader(file);
    whole.skip(5);
    equal(whole.string, 'two\n\nlast');
    fails(function () { return new FileReader(new File('IMPEX/none')); }, 'There is no file /IMPEX/none');
    equal(new dw.io.Reader('a\nb').lines, ['a', 'b']);
});

test('encodings and appending', function () {
    var file = fileOf('c.txt', '\u00e4\u00f6', 'ISO-8859-1');
    equal(file.length(), 2);
    equal(new FileReader(file, 'ISO-8859-1').readString(), '\u00e4\u00f6');
    var writer = new FileWriter(file, 'ISO-8859-1', true);
    writer.setLineSeparator('|');
    writer.writeLine('\u00fc');
    writer.close();
    equal(new FileReader(file, 'ISO-8859-1').readString(), '\u00e4\u00f6\u00fc|');
    var again = new FileWriter(file, true);
    again.write('xyz', 1, 2);
    again.close();
    equal(file.length(), 6);
    fails(function () { again.write('a'); }, 'closed');
});

test('bytes are read from any place on', function () {
    var reader = new dw.io.RandomAccessFileReader(fileOf('d.bin', 'abcdef'));
    equal([reader.length(), reader.readByte(), reader.position], [6, 97, 1]);
    reader.position = 3;
    equal([reader.readBytes(10).toString(), reader.position], ['def', 6]);
    fails(function () { reader.readByte(); }, 'end of the file');
});

test('comma-separated values', function () {
    var out = new dw.io.StringWriter();
    var writer = new dw.io.CSVStreamWriter(out);
    writer.writeNext(['a', 'b "c"', null]);
    writer.writeNext('d', 1);
    equal(out.toString(), '"a","b ""c""",""\n"d","1"\n');
    var reader = new dw.io.CSVStreamReader(new dw.io.Reader('h\n"a","b ""c""\nd",\nx;y\n'), ',', '"', 1);
    equal([reader.readNext(), reader.readNext(), reader.readNext()], [['a', 'b "c"\nd', ''], ['x;y'], null]);
    equal(new dw.io.CSVStreamReader(new dw.io.Reader('a;b\nc;\'d;e\''), ';', '\'').readAll().length, 2);
});

test('streams take what writers write', function () {
    var stream = new dw.io.OutputStream();
    var writer = new dw.io.Writer(stream, 'UTF-16BE');
    writer.write('a');
    writer.close();
    var reader = new dw.io.Reader(new dw.io.InputStream(stream.taken()), 'UTF-16BE');
    equal(reader.readString(), 'a');
    stream.close();
    fails(function () { stream.take([1]); }, 'closed');
});

test('files are packed and unpacked', function () {
    var folder = new File('IMPEX/src/packed');
    folder.mkdirs();
    var file = fileOf('packed/a.txt', 'tea');
    folder.zip(new File('TEMP/packed.zip'));
    new File('TEMP/packed.zip').unzip(new File('TEMP/out'));
    equal(new FileReader(new File('TEMP/out/packed/a.txt')).readString(), 'tea');
    file.gzip(new File('TEMP/a.txt.gz'));
    new File('TEMP/a.txt.gz').gunzip(new File('TEMP/out'));
    equal(new FileReader(new File('TEMP/out/a.txt')).readString(), 'tea');
    fails(function () { folder.gzip(new File('TEMP/folder.gz')); }, 'can\'t be used');
    fails(function () { file.unzip(new File('TEMP/out')); }, 'can\'t be used');
});

test('what can\'t be read or written is an IOError', function () {
    var none = new File('IMPEX/src/none.txt');
    [function () { new FileReader(none); }, function () { new dw.io.RandomAccessFileReader(none); }, function () { none.md5(); },
        function () { new FileWriter(new File('IMPEX/none/none.txt')); }, function () { none.copyTo(new File('TEMP/none.txt')); }].forEach(function (work) {
        try { work(); } catch (error) { equal(error instanceof IOError, true); return; }
        throw new Error('nothing was thrown');
    });
    var reader = new dw.io.XMLStreamReader(new dw.io.Reader('<a>'));
    try { reader.next(); } catch (error) { equal(error instanceof XMLStreamError, true); return; }
    throw new Error('nothing was thrown');
});

test('sitemaps of hosts are copies of files', function () {
    var Mgr = dw.sitemap.SitemapMgr;
    var shown = function () {
        return Mgr.customSitemapFiles.entrySet().toArray().map(function (it) { return it.key + ': ' + it.value.toArray().map(function (file) { return [file.fileName, file.fileSize, file.valid].join(); }).join(' '); });
    };
    var file = fileOf('map.xml', 'Gr\u00fc\u00dfe');
    Mgr.addCustomSitemapFile('a.test', file);
    Mgr.addCustomSitemapFile('a.test', fileOf('other.xml', ''));
    Mgr.addCustomSitemapFile('b.test', file);
    file.remove();
    equal(shown(), ['a.test: map.xml,7,true other.xml,0,true', 'b.test: map.xml,7,true']);
    fails(function () { Mgr.addCustomSitemapFile('a.test', file); }, 'a sitemap is a file that is there, not /IMPEX/src/map.xml');
    fails(function () { Mgr.addCustomSitemapFile('', file); }, 'a sitemap is for a host');
    fails(function () { Mgr.deleteCustomSitemapFile('map.xml'); }, 'what is deleted is a dw.sitemap.SitemapFile');
    equal([Mgr.getSitemap('map.xml'), Mgr.getSitemap('none.xml')], ['Gr\u00fc\u00dfe', null]);
    fails(function () { return Mgr.customSitemapFiles.get('b.test')[0].fileURL; }, 'is not emulated');
    Mgr.deleteCustomSitemapFile(Mgr.customSitemapFiles.get('a.test')[0]);
    equal(shown(), ['a.test: other.xml,0,true', 'b.test: map.xml,7,true']);
    Mgr.deleteCustomSitemapFiles('a.test');
    equal(shown(), ['b.test: map.xml,7,true']);
    Mgr.deleteCustomSitemapFiles();
    equal(shown(), []);
});

test('a choice is written as it is shown', function () {
    var choice = new dw.value.EnumValue('a', 'Shown'), none = new dw.value.EnumValue(null);
    function written(body) {
        var out = new dw.io.StringWriter();
        body(out);
        return out.toString();
    }
    equal(written(function (out) { out.write(choice); }), 'Shown');
    equal(written(function (out) { new dw.io.CSVStreamWriter(out).writeNext(choice, none, 'b'); }), '"Shown","","b"\n');
    equal(written(function (out) {
        var xml = new dw.io.XMLStreamWriter(out);
        xml.writeStartElement('a');
        xml.writeAttribute('b', choice);
        xml.writeCharacters(choice);
        xml.writeCData(choice);
        xml.writeRaw(choice);
        xml.writeEndElement();
    }), '<a b="Shown">Shown<![CDATA[Shown]]>Shown</a>');
    var file = new dw.io.File('TEMP/choice.txt'), lines = new dw.io.FileWriter(file);
    lines.writeLine(choice);
    lines.close();
    equal(new dw.io.FileReader(file).readLine(), 'Shown');
});
