'use strict';

/** Languages and countries as their own speakers call them: by language `[name, ISO 639 code, { country: name }]`. */

const LANGUAGES = {
    ar: ['العربية', 'ara', { AE: 'الإمارات العربية المتحدة', SA: 'المملكة العربية السعودية' }],
    bg: ['български', 'bul', { BG: 'България' }],
    cs: ['čeština', 'ces', { CZ: 'Česko' }],
    da: ['dansk', 'dan', { DK: 'Danmark' }],
    de: ['Deutsch', 'deu', { AT: 'Österreich', CH: 'Schweiz', DE: 'Deutschland' }],
    el: ['Ελληνικά', 'ell', { GR: 'Ελλάδα' }],
    en: ['English', 'eng', { AU: 'Australia', CA: 'Canada', GB: 'United Kingdom', HK: 'Hong Kong', IE: 'Ireland', IN: 'India', NZ: 'New Zealand', SG: 'Singapore', US: 'United States', ZA: 'South Africa' }],
    es: ['español', 'spa', { AR: 'Argentina', CL: 'Chile', CO: 'Colombia', ES: 'España', MX: 'México', PE: 'Perú', US: 'Estados Unidos' }],
    et: ['eesti', 'est', { EE: 'Eesti' }],
    fi: ['suomi', 'fin', { FI: 'Suomi' }],
    fr: ['français', 'fra', { BE: 'Belgique', CA: 'Canada', CH: 'Suisse', FR: 'France' }],
    he: ['עברית', 'heb', { IL: 'ישראל' }],
    hi: ['हिन्दी', 'hin', { IN: 'भारत' }],
    hr: ['hrvatski', 'hrv', { HR: 'Hrvatska' }],
    hu: ['magyar', 'hun', { HU: 'Magyarország' }],
    id: ['Indonesia', 'ind', { ID: 'Indonesia' }],
    it: ['italiano', 'ita', { CH: 'Svizzera', IT: 'Italia' }],
    ja: ['日本語', 'jpn', { JP: '日本' }],
    ko: ['한국어', 'kor', { KR: '대한민국' }],
    lt: ['lietuvių', 'lit', { LT: 'Lietuva' }],
    lv: ['latviešu', 'lav', { LV: 'Latvija' }],
    ms: ['Melayu', 'msa', { MY: 'Malaysia' }],
    nl: ['Nederlands', 'nld', { BE: 'België', NL: 'Nederland' }],
    no: ['norsk', 'nor', { NO: 'Norge' }],
    pl: ['polski', 'pol', { PL: 'Polska' }],
    pt: ['português', 'por', { BR: 'Brasil', PT: 'Portugal' }],
    ro: ['română', 'ron', { RO: 'România' }],
    ru: ['русский', 'rus', { RU: 'Россия' }],
    sk: ['slovenčina', 'slk', { SK: 'Slovensko' }],
    sl: ['slovenščina', 'slv', { SI: 'Slovenija' }],
    sr: ['српски', 'srp', { RS: 'Србија' }],
    sv: ['svenska', 'swe', { SE: 'Sverige' }],
    th: ['ไทย', 'tha', { TH: 'ไทย' }],
    tr: ['Türkçe', 'tur', { TR: 'Türkiye' }],
    uk: ['українська', 'ukr', { UA: 'Україна' }],
    vi: ['Tiếng Việt', 'vie', { VN: 'Việt Nam' }],
    zh: ['中文', 'zho', { CN: '中国', HK: '香港', TW: '台湾' }]
};

/** ISO 3166 codes of countries in three letters. */
const COUNTRIES = {
    AE: 'ARE', AR: 'ARG', AT: 'AUT', AU: 'AUS', BE: 'BEL', BG: 'BGR', BR: 'BRA', CA: 'CAN', CH: 'CHE', CL: 'CHL',
    CN: 'CHN', CO: 'COL', CZ: 'CZE', DE: 'DEU', DK: 'DNK', EE: 'EST', ES: 'ESP', FI: 'FIN', FR: 'FRA', GB: 'GBR',
    GR: 'GRC', HK: 'HKG', HR: 'HRV', HU: 'HUN', ID: 'IDN', IE: 'IRL', IL: 'ISR', IN: 'IND', IT: 'ITA', JP: 'JPN',
    KR: 'KOR', LT: 'LTU', LV: 'LVA', MX: 'MEX', MY: 'MYS', NL: 'NLD', NO: 'NOR', NZ: 'NZL', PE: 'PER', PL: 'POL',
    PT: 'PRT', RO: 'ROU', RS: 'SRB', RU: 'RUS', SA: 'SAU', SE: 'SWE', SG: 'SGP', SI: 'SVN', SK: 'SVK', TH: 'THA',
    TR: 'TUR', TW: 'TWN', UA: 'UKR', US: 'USA', VN: 'VNM', ZA: 'ZAF'
};

/** Countries as they are called in English. */
const IN_ENGLISH = new Map((
    'AD Andorra;AE United Arab Emirates;AF Afghanistan;AG Antigua & Barbuda;AI Anguilla;AL Albania;AM Armenia;AO Angola;AQ Antarctica;'
    + 'AR Argentina;AS American Samoa;AT Austria;AU Australia;AW Aruba;AX Åland Islands;AZ Azerbaijan;BA Bosnia & Herzegovina;BB Barbados;'
    + 'BD Bangladesh;BE Belgium;BF Burkina Faso;BG Bulgaria;BH Bahrain;BI Burundi;BJ Benin;BL St. Barthélemy;BM Bermuda;BN Brunei;'
    + 'BO Bolivia;BQ Caribbean Netherlands;BR Brazil;BS Bahamas;BT Bhutan;BV Bouvet Island;BW Botswana;BY Belarus;BZ Belize;CA Canada;'
    + 'CC Cocos (Keeling) Islands;CD Congo - Kinshasa;CF Central African Republic;CG Congo - Brazzaville;CH Switzerland;CI Côte d’Ivoire;'
    + 'CK Cook Islands;CL Chile;CM Cameroon;CN China;CO Colombia;CR Costa Rica;CU Cuba;CV Cape Verde;CW Curaçao;CX Christmas Island;'
    + 'CY Cyprus;CZ Czechia;DE Germany;DJ Djibouti;DK Denmark;DM Dominica;DO Dominican Republic;DZ Algeria;EC Ecuador;EE Estonia;EG Egypt;'
    + 'EH Western Sahara;ER Eritrea;ES Spain;ET Ethiopia;FI Finland;FJ Fiji;FK Falkland Islands;FM Micronesia;FO Faroe Islands;FR France;'
    + 'GA Gabon;GB United Kingdom;GD Grenada;GE Georgia;GF French Guiana;GG Guernsey;GH Ghana;GI Gibraltar;GL Greenland;GM Gambia;'
    + 'GN Guinea;GP Guadeloupe;GQ Equatorial Guinea;GR Greece;GS South Georgia & South Sandwich Islands;GT Guatemala;GU Guam;'
    + 'GW Guinea-Bissau;GY Guyana;HK Hong Kong;HM Heard & McDonald Islands;HN Honduras;HR Croatia;HT Haiti;HU Hungary;ID Indonesia;'
    + 'IE Ireland;IL Israel;IM Isle of Man;IN India;IO British Indian Ocean Territory;IQ Iraq;IR Iran;IS Iceland;IT Italy;JE Jersey;'
    + 'JM Jamaica;JO Jordan;JP Japan;KE Kenya;KG Kyrgyzstan;KH Cambodia;KI Kiribati;KM Comoros;KN St. Kitts & Nevis;KP North Korea;'
    + 'KR South Korea;KW Kuwait;KY Cayman Islands;KZ Kazakhstan;LA Laos;LB Lebanon;LC St. Lucia;LI Liechtenstein;LK Sri Lanka;LR Liberia;'
    + 'LS Lesotho;LT Lithuania;LU Luxembourg;LV Latvia;LY Libya;MA Morocco;MC Monaco;MD Moldova;ME Montenegro;MF St. Martin;MG Madagascar;'
    + 'MH Marshall Islands;MK North Macedonia;ML Mali;MM Myanmar;MN Mongolia;MO Macao;MP Northern Mariana Islands;MQ Martinique;'
    + 'MR Mauritania;MS Montserrat;MT Malta;MU Mauritius;MV Maldives;MW Malawi;MX Mexico;MY Malaysia;MZ Mozambique;NA Namibia;'
    + 'NC New Caledonia;NE Niger;NF Norfolk Island;NG Nigeria;NI Nicaragua;NL Netherlands;NO Norway;NP Nepal;NR Nauru;NU Niue;'
    + 'NZ New Zealand;OM Oman;PA Panama;PE Peru;PF French Polynesia;PG Papua New Guinea;PH Philippines;PK Pakistan;PL Poland;'
    + 'PM St. Pierre & Miquelon;PN Pitcairn Islands;PR Puerto Rico;PS Palestine;PT Portugal;PW Palau;PY Paraguay;QA Qatar;RE Réunion;'
    + 'RO Romania;RS Serbia;RU Russia;RW Rwanda;SA Saudi Arabia;SB Solomon Islands;SC Seychelles;SD Sudan;SE Sweden;SG Singapore;'
    + 'SH St. Helena;SI Slovenia;SJ Svalbard & Jan Mayen;SK Slovakia;SL Sierra Leone;SM San Marino;SN Senegal;SO Somalia;SR Suriname;'
    + 'SS South Sudan;ST São Tomé & Príncipe;SV El Salvador;SX Sint Maarten;SY Syria;SZ Eswatini;TC Turks & Caicos Islands;TD Chad;'
    + 'TF French Southern Territories;TG Togo;TH Thailand;TJ Tajikistan;TK Tokelau;TL Timor-Leste;TM Turkmenistan;TN Tunisia;TO Tonga;'
    + 'TR Türkiye;TT Trinidad & Tobago;TV Tuvalu;TW Taiwan;TZ Tanzania;UA Ukraine;UG Uganda;UM U.S. Outlying Islands;US United States;'
    + 'UY Uruguay;UZ Uzbekistan;VA Vatican City;VC St. Vincent & Grenadines;VE Venezuela;VG British Virgin Islands;VI U.S. Virgin Islands;'
    + 'VN Vietnam;VU Vanuatu;WF Wallis & Futuna;WS Samoa;YE Yemen;YT Mayotte;ZA South Africa;ZM Zambia;ZW Zimbabwe'
).split(';').map((entry) => [entry.slice(0, 2), entry.slice(3)]));

/** The languages that have a code of two letters, with the earlier codes of three of them. */
const CODES = new Set((
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky '
    + 'la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' '));

/** Whether there is such a language, and such a country if one is named, in whatever letters. */
function isKnown(language, country) {
    return CODES.has(language.toLowerCase()) && (country === '' || IN_ENGLISH.has(country.toUpperCase()));
}

/** What a country is called in a locale, in English where it isn't known; its code if it is no country's. */
function countryName(code, locale) {
    const country = String(code).toUpperCase();
    const [, , names] = LANGUAGES[String(locale).split(/[_-]/)[0]] || ['', '', {}];
    return names[country] || IN_ENGLISH.get(country) || String(code);
}

/** A country's code with its name in the locale of the request. */
function countryOf(code) {
    const EnumValue = require('dw/value/EnumValue');
    const locale = typeof request === 'undefined' ? 'en' : request.locale;
    return new EnumValue(code, code ? countryName(code, locale) : '');
}

module.exports = { LANGUAGES, COUNTRIES, countryOf, isKnown };
