//! The basket on somebody else's page: another origin, a strict Content-Security-Policy, Trusted
//! Types enforced, in three engines.

mod basket {
    mod access;
    pub mod actions;
    mod audit;
    mod backend;
    mod carts;
    mod chaos;
    mod checkout;
    mod checkout_costs;
    mod costs;
    mod designer;
    mod dismiss;
    mod docs;
    mod examples;
    mod faults;
    mod focus;
    mod frozen;
    mod guest;
    mod hostile;
    mod languages;
    mod layout;
    mod layouts;
    mod loading;
    mod markers;
    mod on_add;
    mod patch;
    mod policies;
    mod problems;
    mod proxies;
    mod script;
    mod shift;
    mod sooner;
    mod style;
    mod tabs;
    mod touch;
    mod upgrade;
    mod views;
}
