'use strict';

/** Currencies by their codes, as they are called in English. */
module.exports = {
    AED: 'United Arab Emirates Dirham', ARS: 'Argentine Peso', AUD: 'Australian Dollar', BGN: 'Bulgarian Lev', BHD: 'Bahraini Dinar',
    BRL: 'Brazilian Real', CAD: 'Canadian Dollar', CHF: 'Swiss Franc', CLP: 'Chilean Peso', CNY: 'Chinese Yuan', COP: 'Colombian Peso',
    CRC: 'Costa Rican Colón', CZK: 'Czech Koruna', DKK: 'Danish Krone', EGP: 'Egyptian Pound', EUR: 'Euro', GBP: 'British Pound Sterling',
    HKD: 'Hong Kong Dollar', HRK: 'Croatian Kuna', HUF: 'Hungarian Forint', IDR: 'Indonesian Rupiah', ILS: 'Israeli New Sheqel',
    INR: 'Indian Rupee', ISK: 'Icelandic Króna', JOD: 'Jordanian Dinar', JPY: 'Japanese Yen', KRW: 'South Korean Won', KWD: 'Kuwaiti Dinar',
    KZT: 'Kazakhstani Tenge', MAD: 'Moroccan Dirham', MXN: 'Mexican Peso', MYR: 'Malaysian Ringgit', NGN: 'Nigerian Naira',
    NOK: 'Norwegian Krone', NZD: 'New Zealand Dollar', OMR: 'Omani Rial', PEN: 'Peruvian Sol', PHP: 'Philippine Peso', PLN: 'Polish Zloty',
    QAR: 'Qatari Rial', RON: 'Romanian Leu', RSD: 'Serbian Dinar', RUB: 'Russian Ruble', SAR: 'Saudi Riyal', SEK: 'Swedish Krona',
    SGD: 'Singapore Dollar', THB: 'Thai Baht', TND: 'Tunisian Dinar', TRY: 'Turkish Lira', TWD: 'New Taiwan Dollar', UAH: 'Ukrainian Hryvnia',
    USD: 'United States Dollar', UYU: 'Uruguayan Peso', VND: 'Vietnamese Dong', ZAR: 'South African Rand'
};
