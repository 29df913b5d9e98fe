'use strict';

/**
 * What months, days, halves of a day and the era are called, and how weeks are counted, by language: `months` and `days`
 * (from Sunday) with what they are cut to, `halves` of a day, `era`, `first` day of the week (0 for Sunday) and how many
 * days the first week of a year has at `least`. What a language doesn't say is as in English.
 */

const words = (text) => text.split(' ');
const numbered = (sign) => Array.from({ length: 12 }, (_, index) => `${index + 1}${sign}`);

const ENGLISH = {
    months: words('January February March April May June July August September October November December'),
    shortMonths: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    days: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    shortDays: words('Sun Mon Tue Wed Thu Fri Sat'),
    halves: ['AM', 'PM'],
    era: 'AD',
    first: 0,
    least: 1
};

const EUROPE = { first: 1, least: 4 };

const LANGUAGES = {
    en: ENGLISH,
    de: Object.assign({
        months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
        shortMonths: words('Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'),
        days: words('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
        shortDays: words('So. Mo. Di. Mi. Do. Fr. Sa.'),
        era: 'n. Chr.'
    }, EUROPE),
    fr: Object.assign({
        months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
        shortMonths: words('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
        days: words('dimanche lundi mardi mercredi jeudi vendredi samedi'),
        shortDays: words('dim. lun. mar. mer. jeu. ven. sam.'),
        era: 'ap. J.-C.'
    }, EUROPE),
    it: Object.assign({
        months: words('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
        shortMonths: words('gen feb mar apr mag giu lug ago set ott nov dic'),
        days: words('domenica lunedì martedì mercoledì giovedì venerdì sabato'),
        shortDays: words('dom lun mar mer gio ven sab'),
        era: 'd.C.'
    }, EUROPE),
    es: Object.assign({
        months: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
        shortMonths: words('ene feb mar abr may jun jul ago sept oct nov dic'),
        days: words('domingo lunes martes miércoles jueves viernes sábado'),
        shortDays: words('dom lun mar mié jue vie sáb'),
        halves: ['a.\u00a0m.', 'p.\u00a0m.'],
        era: 'd. C.'
    }, EUROPE),
    pt: {
        months: words('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
        shortMonths: words('jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.'),
        days: words('domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'),
        shortDays: words('dom. seg. ter. qua. qui. sex. sáb.'),
        era: 'd.C.'
    },
    nl: Object.assign({
        months: words('januari februari maart april mei juni juli augustus september oktober november december'),
        shortMonths: words('jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.'),
        days: words('zondag maandag dinsdag woensdag donderdag vrijdag zaterdag'),
        shortDays: words('zo ma di wo do vr za'),
        halves: ['a.m.', 'p.m.'],
        era: 'n.Chr.'
    }, EUROPE),
    pl: Object.assign({
        months: words('stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'),
        shortMonths: words('sty lut mar kwi maj cze lip sie wrz paź lis gru'),
        days: words('niedziela poniedziałek wtorek środa czwartek piątek sobota'),
        shortDays: words('niedz. pon. wt. śr. czw. pt. sob.'),
        era: 'n.e.'
    }, EUROPE),
    sv: Object.assign({
        months: words('januari februari mars april maj juni juli augusti september oktober november december'),
        shortMonths: words('jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.'),
        days: words('söndag måndag tisdag onsdag torsdag fredag lördag'),
        shortDays: words('sön mån tis ons tors fre lör'),
        halves: ['fm', 'em'],
        era: 'e.Kr.'
    }, EUROPE),
    da: Object.assign({
        months: words('januar februar marts april maj juni juli august september oktober november december'),
        shortMonths: words('jan. feb. mar. apr. maj jun. jul. aug. sep. okt. nov. dec.'),
        days: words('søndag mandag tirsdag onsdag torsdag fredag lørdag'),
        shortDays: words('søn. man. tirs. ons. tors. fre. lør.'),
        era: 'e.Kr.'
    }, EUROPE),
    ja: {
        months: numbered('月'),
        shortMonths: numbered('月'),
        days: words('日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日'),
        shortDays: words('日 月 火 水 木 金 土'),
        halves: ['午前', '午後'],
        era: '西暦'
    },
    ko: {
        months: numbered('월'),
        shortMonths: numbered('월'),
        days: words('일요일 월요일 화요일 수요일 목요일 금요일 토요일'),
        shortDays: words('일 월 화 수 목 금 토'),
        halves: ['오전', '오후'],
        era: 'AD'
    },
    zh: {
        months: words('一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月'),
        shortMonths: numbered('月'),
        days: words('星期日 星期一 星期二 星期三 星期四 星期五 星期六'),
        shortDays: words('周日 周一 周二 周三 周四 周五 周六'),
        halves: ['上午', '下午'],
        era: '公元'
    }
};

/** In the United Kingdom and Ireland weeks are those of Europe. */
const OF_COUNTRY = { en_GB: EUROPE, en_IE: EUROPE, pt_PT: EUROPE };

/** The names of a locale. */
function namesOf(locale) {
    const name = String(locale || 'en').replace('-', '_');
    return Object.assign({}, ENGLISH, LANGUAGES[name.split('_')[0]], OF_COUNTRY[name]);
}

module.exports = { namesOf };
