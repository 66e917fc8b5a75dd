//! The ways of the native languages with numbers, money and days: CLDR 48, as `Intl` of Node.js has it. It must never
//! have a rule.

use super::{Day, Sign};

/// The way of a language.
#[derive(Debug)]
pub(super) struct Language {
    /// The language's own code.
    pub(super) code: &'static str,
    /// What stands before the decimals.
    pub(super) decimal: &'static str,
    /// What sets thousands apart.
    pub(super) thousands: &'static str,
    /// How many digits must stand before the last three for these to be set apart.
    pub(super) least: usize,
    /// What stands before less than nothing.
    pub(super) minus: &'static str,
    /// Where the sign of a currency stands.
    pub(super) sign: Sign,
    /// The signs of the currencies that do not go by their codes.
    pub(super) signs: &'static str,
    /// How a day is written.
    pub(super) day: Day,
    /// The months, as they stand behind a day.
    pub(super) months: &'static str,
}

/// The languages, English first.
pub(super) const LANGUAGES: &[Language] = &[
    Language {
        code: "en",
        decimal: ".",
        thousands: ",",
        least: 1,
        minus: "-",
        sign: Sign::Before,
        signs: "AUD=A$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=¥ KRW=₩ \
            MXN=MX$ NZD=NZ$ PHP=₱ TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XCG=Cg. \
            XOF=F\u{202f}CFA XPF=CFPF",
        day: Day::MonthFirst,
        months: "January February March April May June July August September October November \
            December",
    },
    Language {
        code: "de",
        decimal: ",",
        thousands: ".",
        least: 1,
        minus: "-",
        sign: Sign::Behind,
        signs: "AUD=AU$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=¥ KRW=₩ \
            MXN=MX$ NZD=NZ$ THB=฿ TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XCG=Cg. \
            XOF=F\u{202f}CFA XPF=CFPF",
        day: Day::Ordinal,
        months: "Januar Februar März April Mai Juni Juli August September Oktober November \
            Dezember",
    },
    Language {
        code: "da",
        decimal: ",",
        thousands: ".",
        least: 1,
        minus: "-",
        sign: Sign::Behind,
        signs: "AUD=AU$ BRL=R$ CAD=CA$ CNY=CN¥ DKK=kr. EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=JP¥ \
            KRW=₩ MXN=MX$ NZD=NZ$ THB=฿ TWD=NT$ USD=US$ VND=₫ XAF=FCFA XCD=EC$ XCG=Cg. \
            XOF=F\u{202f}CFA XPF=CFPF",
        day: Day::Ordinal,
        months: "januar februar marts april maj juni juli august september oktober november \
            december",
    },
    Language {
        code: "el",
        decimal: ",",
        thousands: ".",
        least: 1,
        minus: "-",
        sign: Sign::Behind,
        signs: "AUD=A$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=JP¥ KRW=₩ \
            MXN=MX$ NZD=NZ$ THB=฿ TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XCG=Cg. \
            XOF=F\u{202f}CFA XPF=CFPF",
        day: Day::Plain,
        months: "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου \
            Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου",
    },
    Language {
        code: "es",
        decimal: ",",
        thousands: ".",
        least: 2,
        minus: "-",
        sign: Sign::Behind,
        signs: "EUR=€ THB=฿ USD=US$ VND=₫ XCG=Cg. XPF=CFPF",
        day: Day::Of,
        months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre \
            diciembre",
    },
    Language {
        code: "fi",
        decimal: ",",
        thousands: "\u{a0}",
        least: 1,
        minus: "\u{2212}",
        sign: Sign::Behind,
        signs: "EUR=€ GBP=£ JPY=¥ USD=$ XAF=FCFA XCG=Cg. XOF=F\u{202f}CFA",
        day: Day::Ordinal,
        months: "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta \
            elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
    },
    Language {
        code: "fr",
        decimal: ",",
        thousands: "\u{202f}",
        least: 1,
        minus: "-",
        sign: Sign::Behind,
        signs: "ARS=$AR AUD=$AU BMD=$BM BND=$BN BRL=R$ BZD=$BZ CAD=$CA CLP=$CL COP=$CO EUR=€ \
            FJD=$FJ FKP=£FK GBP=£GB GIP=£GI ILS=₪ INR=₹ KRW=₩ LBP=£LB MXN=$MX NAD=$NA \
            NZD=$NZ SBD=$SB SGD=$SG SRD=$SR TTD=$TT USD=$US UYU=$UY VND=₫ WST=$WS XAF=FCFA \
            XCG=Cg. XOF=F\u{202f}CFA XPF=FCFP",
        day: Day::Plain,
        months: "janvier février mars avril mai juin juillet août septembre octobre novembre \
            décembre",
    },
    Language {
        code: "it",
        decimal: ",",
        thousands: ".",
        least: 2,
        minus: "-",
        sign: Sign::Behind,
        signs: "AUD=A$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ ILS=₪ NZD=NZ$ PHP=₱ THB=฿ XAF=FCFA XCD=EC$ \
            XCG=Cf XOF=F\u{202f}CFA XPF=CFPF",
        day: Day::Plain,
        months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre \
            novembre dicembre",
    },
    Language {
        code: "nl",
        decimal: ",",
        thousands: ".",
        least: 1,
        minus: "-",
        sign: Sign::Apart,
        signs: "AUD=AU$ BRL=R$ CAD=C$ CNY=CN¥ EUR=€ FJD=FJ$ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=JP¥ \
            KRW=₩ MXN=MX$ NZD=NZ$ SBD=SI$ THB=฿ TWD=NT$ USD=US$ VND=₫ XAF=FCFA XCD=EC$ \
            XCG=Cg. XOF=F\u{202f}CFA ZWG=ZiG",
        day: Day::Plain,
        months: "januari februari maart april mei juni juli augustus september oktober november \
            december",
    },
    Language {
        code: "no",
        decimal: ",",
        thousands: "\u{a0}",
        least: 1,
        minus: "\u{2212}",
        sign: Sign::Behind,
        signs: "EUR=€ GBP=£ NOK=kr XCG=Cg. XOF=F\u{202f}CFA",
        day: Day::Ordinal,
        months: "januar februar mars april mai juni juli august september oktober november \
            desember",
    },
    Language {
        code: "sl",
        decimal: ",",
        thousands: ".",
        least: 2,
        minus: "\u{2212}",
        sign: Sign::Behind,
        signs: "CNY=CN¥ EUR=€ HKD=HK$ ILS=₪ INR=₹ JPY=¥ KRW=₩ USD=$ VND=₫ XAF=FCFA XCG=Cg. \
            XOF=F\u{202f}CFA XPF=CFPF",
        day: Day::Ordinal,
        months: "januar februar marec april maj junij julij avgust september oktober november \
            december",
    },
    Language {
        code: "sv",
        decimal: ",",
        thousands: "\u{a0}",
        least: 1,
        minus: "\u{2212}",
        sign: Sign::Behind,
        signs: "BBD=Bds$ BMD=BM$ BRL=BR$ BSD=BS$ BZD=BZ$ CAD=CA$ DKK=Dkr DOP=RD$ EGP=EG£ EUR=€ \
            ILS=₪ ISK=Ikr JMD=JM$ MXN=MX$ NOK=Nkr SEK=kr USD=US$ XAF=FCFA XCD=EC$ \
            XOF=F\u{202f}CFA XPF=CFPF",
        day: Day::Plain,
        months: "januari februari mars april maj juni juli augusti september oktober november \
            december",
    },
];
