var Bytes = require('dw/util/Bytes');
var Encoding = require('dw/crypto/Encoding');

function hex(text) { return Encoding.fromHex(text); }

// Made for these tests.
var rsa = {
    open: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA60YrV5OnqFUOrilOLAuY1qpKn7VGqszjLWO3uLqJnvCp0YUeIR8MOvdrfe7ilrM8ZJw18ANg2zzSgUmpha20qi5pLxJDCwlMx3LlebrQj/DHeNuR5RIh167j0jnKV74mqIi5Iv/gyGcDIS00JOgkfhyXy5Lci2ak+pbHqK/lQyHtxLxfS0P8qh/APyEz0l1e2sP281eeg/ScjG45nzKMmVFNAsuVBTW5hXF0+lN7FHeXAglaUF7psH/TSdP8M1io+8TBjcnTbw1FgrMeOhwmBxST9XCuw4+bVDUpYAE+8J75W5DpXv7U0YWBPQvd1/DS5WrJFid53TQ1/17m5/JfUwIDAQAB',
    secret: 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDrRitXk6eoVQ6uKU4sC5jWqkqftUaqzOMtY7e4uome8KnRhR4hHww692t97uKWszxknDXwA2DbPNKBSamFrbSqLmkvEkMLCUzHcuV5utCP8Md425HlEiHXruPSOcpXviaoiLki/+DIZwMhLTQk6CR+HJfLktyLZqT6lseor+VDIe3EvF9LQ/yqH8A/ITPSXV7aw/bzV56D9JyMbjmfMoyZUU0Cy5UFNbmFcXT6U3sUd5cCCVpQXumwf9NJ0/wzWKj7xMGNydNvDUWCsx46HCYHFJP1cK7Dj5tUNSlgAT7wnvlbkOle/tTRhYE9C93X8NLlaskWJ3ndNDX/Xubn8l9TAgMBAAECggEAP9lTotk56zdmHAKuqcpd6IffZ5dA/dJLpsJEljfdaEpks60eH5v27DvAKrV9PauXrLAt/RxVmTnY4OhWPqaE/JhKyFD669BSy1/VgeMefam44IYqAlIY6BkYz7EKRiSfBibQo3xwisJV+Zd0ar2rRaRJ15/cBWLOTAlGVvOhUsWpssLgAIy3g5F3nHxJLE7XEDSDnFYKqHESDr5wTuwG5uHTL/WFmekh/Lemg2i7AjIScvAHt/oRfu9S9cJXg0zv6IYFPmfBrfe/gB0cG3ruO/Dh/BfnAtSG11+PYGpKY7fygNRGSFfzpxHi/cCxz9c4uMS5nzCwavUK5dylYRKlPQKBgQD41fXxvPdrwZlD39U1Nqbu19ZiLkOT1PAHY28yqqvAT+1oHZe97anqJcrlooQeWb6mAdcY3WWqOp3Dievs2aREN97FovtEFoNYLrS8hNsotNywSJ8CIWBasA0TL94b2hkCldaR1Ygy4jRe8Me8Jcqb9P2uZWNA5YxvUBnkA8vhfwKBgQDyDECgiEsynjJAQ7+q6hnOf6COPpLfUMdb3lX8eoGEnUQ6FKQrC2MigcMHBrKefQA5b+nnOqALBE35FApxVXO4MSQIGkNXpzkmWdYBB/eMr0s2ysgAEER1j7CqVC8Z4DfRLdr/71bHfOD9zPGNw35GT9QmkuFu3rCjNm71WcpELQKBgQDlhl51G8vRXmNkIzwD+KRkXTzHlUsKOnkpJ4PzZVBFdLRUvC8ypt17OF7+EDjz0e40LDBfJCDZs3XAXyD6eQq3Th2ziZFhja6bkYFu/tE0rBeAl4vsKCM7o3Z8A0RJxpQZOWMRY7hczyBljo1+NBG+Z230BltWCibOqkEnfIT8OwKBgDirhbYQMwr23u0M76MkjEY8u2qSW/DNCOAJfjhOtmRGLeMrUgSB9gPuPas3djqFKbhI64qnvzDVISxf9NH0H9PQLY94Fqw/CrJf9irnop3drM53S7w4Es8zhTlb3GtCg88F3XBuqPKr2kGR6jw2uSndJt6hJQbAPLr506C+FQ1BAoGAG76D2bSmFLiqo6d7P3N6+CzXU6cQlBJW0K4e1EGHI1aBhPulwIL7L6SFZ6LaTHcdCDnp1LsP3TA3AttU0c0e3bO3EgDxF9D7dIdKyRGBatzgiLBtlYw1cp3siZjliqO0LXOE2SK/F/VOoF/yNoGeMISxvel8AiHJO+iSuw2KbHo='
};
// Too short.
var shortKeys = {
    open: 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCKuOMXaHl4pHBRSAfk2TjlJgDAIQRxDyzGJCkq3EzusdQ6AateyrfctkFFUMooutYb9ABf1FmJ7IwGGPeMUn6ZCdU0EGYecJ6lUDIqQt+wi9iD1wIrJ9AEAsnVLu3CYa8ENccnj8dU9Gl2/6pXJ7R/hGbWFcjyMrz1Q9+APox9NwIDAQAB',
    secret: 'MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAIq44xdoeXikcFFIB+TZOOUmAMAhBHEPLMYkKSrcTO6x1DoBq17Kt9y2QUVQyii61hv0AF/UWYnsjAYY94xSfpkJ1TQQZh5wnqVQMipC37CL2IPXAisn0AQCydUu7cJhrwQ1xyePx1T0aXb/qlcntH+EZtYVyPIyvPVD34A+jH03AgMBAAECgYAR68m2o/IRYlj6Py5545AkllDBgWJ0Aqxbmp9Q4K31pjaPGdkcQV8YXdk3zbSYJ27ypIaJ2sKIfW0neoE8eQnOpQHjLhK0Oata2SEzA0gKOS++PBoEIJZEKkwQZI53x43cc2iQ4pr6MY0uYn25dspaIFEQkcDvwqcqUQ6owtjQIQJBAJzdXS0LGSNbo4WkURXwDTeRo1s2Un7wgDrc4nSCEAHw06nKlnAuWM4XD8IleOr46svVSfibGh8xMG5xNVIQpOECQQDiZE7t8SMx2YKdmwra7qe4yPkhm32g7I3oi07H0d8260Ho44G+KeLHtvUujGne0p+42ZrnwB09iDOs1rDWNk0XAkBuOqvwLB1VGF83WTlVpiNTijb1sJ2V8CDbvD4xyve+tWG3rdG7MQZchB4hur1WuOYdqFrbpPpdMu6qnUjvyxxhAkA/XiRZpa1cPq24v7UCItr/dgGFzqgTayMtfBDJDY2VKbSBI20ldUPs8uEd7l+T5xCeBQq+459LodwU/OLykrBxAkBYxmnsD/hF6VgCMyaNMhlQVBeD+QXCx3eMDeC8Lm+tzp1b07xkUTt0aPSm5To5O1M60N53xDSnBpM5atZVPm5S'
};

test('bytes become texts and back', function () {
    equal(Encoding.toBase64(new Bytes('h\u00e9llo')), 'aMOpbGxv');
    equal(Encoding.toBase64URL(hex('fbff')), '-_8');
    equal(Encoding.fromBase64('aMOpbGxv').toString(), 'h\u00e9llo');
    equal(Encoding.toHex(new Bytes('az')), '617a');
    equal(Encoding.fromHex('617A').toString(), 'az');
    fails(function () { Encoding.fromHex('6'); }, 'hexadecimal');
    equal([Encoding.toURI('a b&\u00fc~'), Encoding.fromURI('a+b%26')], ['a+b%26%C3%BC%7E', 'a b&']);
});

test('digests are those of the standards', function () {
    var Digest = require('dw/crypto/MessageDigest');
    equal(new Digest('SHA-256').digest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    equal(new Digest(Digest.DIGEST_MD5).digest('abc'), '900150983cd24fb0d6963f7d28e17f72');
    equal(Encoding.toHex(new Digest('SHA-1').digestBytes(new Bytes('abc'))), 'a9993e364706816aba3e25717850c26c9cd0d89d');
    equal(Encoding.toHex(new Digest('MD5').digest('SHA-1', new Bytes('abc'))), 'a9993e364706816aba3e25717850c26c9cd0d89d');
    var digest = new Digest('SHA-512');
    digest.updateBytes(new Bytes('ab'));
    digest.updateBytes(new Bytes('c'));
    equal(Encoding.toHex(digest.digest()).slice(0, 16), 'ddaf35a193617aba');
    equal(new dw.crypto.WeakMessageDigest('MD5').digest(''), 'd41d8cd98f00b204e9800998ecf8427e');
    fails(function () { return new Digest('MD2'); }, 'not emulated');
    fails(function () { new Digest('SHA-3').digest('a'); }, 'not emulated');
});

test('authentication codes are those of the standards', function () {
    var Mac = require('dw/crypto/Mac');
    // RFC 4231, case 2; RFC 2202, case 2.
    equal(Encoding.toHex(new Mac(Mac.HMAC_SHA_256).digest('what do ya want for nothing?', 'Jefe')), '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
    equal(Encoding.toHex(new Mac('HmacMD5').digest('what do ya want for nothing?', new Bytes('Jefe'))), '750c783e6ab0b503eaa86e310a5db738');
    equal(Encoding.toHex(new dw.crypto.WeakMac('HmacSHA1').digest('what do ya want for nothing?', 'Jefe')), 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79');
    fails(function () { return new dw.crypto.WeakMac('HmacSHA256'); }, 'no algorithm');
});

test('ciphers are those of the standards', function () {
    var Cipher = require('dw/crypto/Cipher');
    var Weak = require('dw/crypto/WeakCipher');
    // SP 800-38A, F.2.1, one block.
    var key = Encoding.toBase64(hex('2b7e151628aed2a6abf7158809cf4f3c'));
    var vector = Encoding.toBase64(hex('000102030405060708090a0b0c0d0e0f'));
    var block = hex('6bc1bee22e409f96e93d7e117393172a');
    var out = new Cipher().encryptBytes(block, key, 'AES/CBC/NoPadding', vector, 0);
    equal(Encoding.toHex(out), '7649abac8119b246cee98e9b12e9197d');
    equal(Encoding.toHex(new Cipher().decryptBytes(out, key, 'AES/CBC/NoPadding', vector, 0)), '6bc1bee22e409f96e93d7e117393172a');
    ['AES/CBC/PKCS5Padding'].forEach(function (name) {
        equal(new Cipher().decrypt(new Cipher().encrypt('Gr\u00fc\u00dfe', key, name, vector, 0), key, name, vector, 0), 'Gr\u00fc\u00dfe');
    });
    var nonce = Encoding.toBase64(hex('000000000000000000000000'));
    var zero = Encoding.toBase64(hex('00000000000000000000000000000000'));
    // The first test of the GCM specification: nothing but its code.
    equal(Encoding.toHex(new Cipher().encryptBytes(hex(''), zero, 'AES/GCM/NoPadding', nonce, 0)), '58e2fccefa7e3061367f1d57a4e7455a');
    fails(function () { new Cipher().encrypt('a', key, 'AES/ECB/PKCS5Padding', '', 0); }, 'is weak');
    equal(new Weak().decrypt(new Weak().encrypt('a', key, 'AES/ECB/PKCS5Padding', null, 0), key, 'AES/ECB/PKCS5Padding', null, 0), 'a');
    var triple = Encoding.toBase64(hex('0123456789abcdef23456789abcdef01456789abcdef0123'));
    var eight = Encoding.toBase64(hex('0000000000000000'));
    equal(new Weak().decrypt(new Weak().encrypt('three', triple, 'DESede/CBC/PKCS5Padding', eight, 0), triple, 'DESede/CBC/PKCS5Padding', eight, 0), 'three');
    fails(function () { new Cipher().encrypt('a', 'AAAA', 'AES/CBC/PKCS5Padding', vector, 0); }, 'doesn\'t fit');
    fails(function () { new Cipher().decryptBytes(hex('00'), zero, 'AES/GCM/NoPadding', nonce, 0); }, 'can\'t be decrypted');
    fails(function () { new Weak().encrypt('a', key, 'Blowfish/CBC/PKCS5Padding', vector, 0); }, 'not emulated');
    fails(function () { new Cipher().encrypt('a', new dw.crypto.KeyRef('rsa'), 'AES/CBC/PKCS5Padding', vector, 0); }, 'alias=rsa] is not emulated');
});

test('signatures are verified with the public key alone', function () {
    var Signature = require('dw/crypto/Signature');
    var signature = new Signature();
    // Made for this test.
    var keys = {
        secret: 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglfKgJP88luVrzd75ZGbU6c8SoX5YOMIzEJpcnd37YPehRANCAASWBweA/msc+FxAQs4dbnYjTVsDkLkLxijrH4w0P73vtcJMf5h8VCTEVQtrF1rClN8mWQW+zQLBEaPSLBjIGJ4Y',
        open: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAElgcHgP5rHPhcQELOHW52I01bA5C5C8Yo6x+MND+977XCTH+YfFQkxFULaxdawpTfJlkFvs0CwRGj0iwYyBieGA=='
    };
    var content = Encoding.toBase64(new Bytes('signed'));
    var other = Encoding.toBase64(new Bytes('other'));
    ['SHA256withECDSA'].forEach(function (name) {
        var made = signature.sign(content, keys.secret, name);
        equal([signature.verifySignature(made, content, keys.open, name), signature.verifySignature(made, other, keys.open, name)], [true, false]);
        var bytes = signature.signBytes(new Bytes('signed'), keys.secret, name);
        equal(signature.verifyBytesSignature(bytes, new Bytes('signed'), keys.open, name), true);
    });
    equal([signature.isDigestAlgorithmSupported('SHA256withRSA/PSS'), signature.isDigestAlgorithmSupported('MD5withRSA')], [true, false]);
    fails(function () { signature.sign(content, keys.secret, 'MD5withRSA'); }, 'no algorithm');
    fails(function () { signature.sign(content, 'AAAA', 'SHA256withRSA'); }, 'can\'t sign');
});

test('signatures with SHA-1 are those of other providers', function () {
    // Made with a Java runtime of the same key.
    var known = 'SvAn/p9aIfVk0iwHq4AAReUiRP8dvmC5SOTlkylEeQWpYKonsBx19xGZ+ixC9ajHWNlQo8N2oHDb8rD69LmVkvnayfT11YTgV+XZnAQrhwiQrvZMzl61kqSh0wqaYpimpAGrMPj9b780xp0ieUjbtmOn++/rQuK4eAYL3V1QFbsyYiuqYzzKhMWUzoaRegxcRfHQLrtgyMRUdLP9uCTQO5SBKmDxDvvnqow4iaT7EYiUDD7TpaRQGXS652A1EpYYZGviHBoqUulYmW7qBkLgPCswHB4BKyGeQMhd+fbF1h6Iau1ggCxJ89Qz/r3lTfPX4ZFu7PuvEQfanipBfHzRNA==';
    var content = Encoding.toBase64(new Bytes('signed'));
    ['Signature', 'WeakSignature'].forEach(function (name) {
        var signature = new dw.crypto[name]();
        equal(signature.sign(content, rsa.secret, 'SHA1withRSA'), known);
        equal(signature.verifySignature(known, content, rsa.open, 'SHA1withRSA'), true);
        equal(signature.verifySignature(known, Encoding.toBase64(new Bytes('other')), rsa.open, 'SHA1withRSA'), false);
        fails(function () { signature.sign(content, 'AAAA', 'SHA1withRSA'); }, 'can\'t sign');
        fails(function () { signature.sign(content, shortKeys.secret, 'SHA1withRSA'); }, '1024 bits');
    });
    equal(new dw.crypto.WeakSignature().isDigestAlgorithmSupported('SHA256withRSA'), false);
});

test('OAEP has one digest for the message and SHA-1 for its mask', function () {
    var cipher = new dw.crypto.Cipher();
    // Made with a Java runtime of the same key.
    var known = {
        'RSA/ECB/OAEPPADDING': 'C7H413ge20iKbtxrw5bw9KkS7gSubSqk9qhVgkZR9B+bJGegRAcCDwlKqRSq4aFQkoZ3kg3qttVYWKinzN1Le9khqmT+E9cH9/vayZpkGRqybTt6yH9TtLFSKIhjhIiJVzBqoYYSO5oEcYEV/2Nd6JIu8p6kDOu4DQVYZCyXn29QYTbD0OKFZLc5l5rtu1M4amSOuVwwKiz+m7BqFU/6R+ropAbSSgoJWotTmdwE/uBsVcjsokvZlq7mDwz/o25unzLJJVWIxlxBVTnqpeNac3dpd/UuYfLyvaCdWeW/2qCC4In3kYYXZ/qb42KkYzma7aDlBEr5kN5hkmWJTicr6A==',
        'RSA/ECB/OAEPWITHSHA-256ANDMGF1PADDING': 'LTPqXaQcjsOzM/fSON66uiLtkFpzSoIbd5TFuxp85AdNsalS5ZWFTLmHDScOxbxJtASJ8MC4YBe9Gk4Wa+c6C0ulEzV9ScFCfPgj44clRvspUpwHfxgIvHQfgNb8D8PRqY67RLimR8RMxysccgKH8vYfUDX9iiEBchdt06FuEcXM/2tIVRAe87UgW4xc7fcBnLJYtBH7HukX3DpnHNX0XN7uw39nKPkSEF46xcM6wY3weihYmTo9E4PtUlrCBxo6ubZgmIJXPiuStKJ2DOZHCeEblGn91AesVq/umRFkKn576yiQZD+RuJgIMHGqzarZer/jE77JsL087JCD4KrH+A==',
        'RSA/ECB/OAEPWithSHA-384AndMGF1Padding': 'hP8j2hSJOx4gOuWm6PdmRFeNMNqftV+O/sZlRCMvJ+kJs3vkps4M8lPtVUE3Gjj2O4Dey1CIi0soViKmkmu/Sdnj3I8UwM+qqDevn3rsQHnpYy8PJOy2kRn9DU3yLBYF/w4oUcpneH3VsE4hGbHFpA7nRSBdBjZQ1oI9XAOnJfJ8nTNgcWt7nX5VCfdC444SqKZ2or0xh2yZmrVcblN/kN9SjtbEIjIVJxkyDwtqzUmiqsGN45a4IorF/GyDGPwYfbKDV51KnfWwvrOXjnS6eO3pEx+SJhKcTPpPfTKvl/DqjPOCs47XxKl6Hy7sixDcj4Y9PE341GQKFhDTjiQbmA==',
        'RSA/ECB/OAEPWITHSHA-512ANDMGF1PADDING': 'KJYFCUP5IbLp/nt9I52z65MVYu0DKf2czXhhJEH63OFJsWGPiLjdQZLxLFr4N1Ku/W0nLW1HtgHtfJgzj7AQY8lChK5WsbHysMapUZnQsUaisXwJdh2GcnKkOyfzSCASHPGln3CxY1NL5vZ0WWw0L7Y2FwGH6oXMY7vCJf+R1hagh+dwRlTfG1OBqDmiX6IS16DoTYuFx0s13SJh33Jzaqriw/d3+ycmMP5ctlotFaE75c5N/ewncU+Oa6CHILg/qXarOVB4E2RQ2m4s/q8xaiiXxwYGnkwaYolM5wlMBi7wsnhk/NuZLG79ikLf190WYzxCliD1yUBAv/7+IC1Qig=='
    };
    Object.keys(known).forEach(function (name) {
        equal(cipher.decrypt(known[name], rsa.secret, name, null, 0), 'from afar');
        equal(cipher.decrypt(cipher.encrypt('h\u00e9llo', rsa.open, name, null, 0), rsa.secret, name, null, 0), 'h\u00e9llo');
        fails(function () { cipher.decrypt(known[name].replace(/^.{4}/, 'AAAA'), rsa.secret, name, null, 0); }, 'can\'t be decrypted');
        fails(function () { cipher.encrypt(new Array(300).join('a'), rsa.open, name, null, 0); }, 'too long');
        fails(function () { cipher.encrypt('a', 'AAAA', name, null, 0); }, 'doesn\'t fit');
    });
    fails(function () { cipher.encrypt('a', shortKeys.open, 'RSA/ECB/OAEPWITHSHA-256ANDMGF1PADDING', null, 0); }, '1024 bits');
    fails(function () { cipher.encrypt('a', rsa.open, 'RSA/ECB/OAEPWITHMD5ANDMGF1PADDING', null, 0); }, 'not emulated');
});

test('random numbers', function () {
    var random = new (require('dw/crypto/SecureRandom'))();
    equal([random.nextBytes(5).length, random.generateSeed(3).length], [5, 3]);
    for (var round = 0; round < 50; round += 1) {
        var number = random.nextInt(3);
        equal(number >= 0 && number < 3 && number % 1 === 0, true);
        equal(random.nextNumber() < 1, true);
    }
    equal(random.nextInt() % 1, 0);
    fails(function () { random.nextInt(0); }, 'no bound');
});

test('secrets of payments and services are encrypted with a public key', function () {
    var open = rsa.open;
    function decrypted(text) { return new dw.crypto.WeakCipher().decrypt(text, rsa.secret, 'RSA/ECB/PKCS1Padding', null, 0); }
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        var card = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice.newMoney(1));
        card.creditCardNumber = '4111111111111111';
        equal(decrypted(card.getEncryptedCreditCardNumber(dw.order.PaymentInstrument.ENCRYPTION_ALGORITHM_RSA, open)), '4111111111111111');
        fails(function () { card.getEncryptedCreditCardNumber('AES', open); }, 'AES is no algorithm');
        fails(function () { card.getEncryptedCreditCardNumber('RSA', ' '); }, 'with a public key, not with none');
        card.setBankAccountDriversLicense('D123456789');
        equal([card.bankAccountDriversLicense, card.bankAccountDriversLicenseLastDigits, card.getMaskedBankAccountDriversLicense(2)], ['******6789', '6789', '********89']);
        equal(decrypted(card.getEncryptedBankAccountDriversLicense('RSA', open)), '******6789');
        card.setBankAccountNumber('DE0012345678');
        equal(decrypted(card.getEncryptedBankAccountNumber('RSA', open)), '************5678');
    });
    var credential = dw.svc.LocalServiceRegistry.createService('pay', {}).configuration.credential;
    equal(decrypted(credential.getEncryptedPassword(dw.svc.ServiceCredential.ENCRYPTION_ALGORITHM_RSA, open)), 'tea');
    fails(function () { credential.getEncryptedPassword('DES', open); }, 'DES is no algorithm');
});
