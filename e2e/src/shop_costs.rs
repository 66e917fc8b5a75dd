//! What an order costs in a shop that has every kind of it: delivery, tax, discount codes, a minimum order value, invoices.
//! For tests and pictures, so that both show the same shop.

use anyhow::Result;

use crate::service::Service;

/// Delivery to Germany and Austria by parcel for 4.90, which is free from 50.00 on, by courier for 9.90, or picked up; tax in
/// the prices; companies of other member states pay it themselves.
const RULES: &str = r#"{"country":"DE","minimum":500,
    "zones":[{"name":"Germany and Austria","countries":["DE","AT"],"methods":[
        {"id":"parcel","name":"Parcel","price":490,"free_from":5000,"pickup":false},
        {"id":"courier","name":"Courier","price":990,"pickup":false},
        {"id":"pickup","name":"Pick up in Oakham","price":0,"pickup":true}]}],
    "tax":{"included":true,"classes":[],"shipping_class":null,"reverse_charge":true,"vies":false,"rates":[
        {"country":"DE","rate":19000,"name":"","from":"2007-01-01"},
        {"country":"DE","class":"reduced","rate":7000,"name":"","from":"2007-01-01"},
        {"country":"AT","rate":20000,"name":"","from":"2016-01-01"},
        {"country":"AT","class":"reduced","rate":10000,"name":"","from":"2016-01-01"}]}}"#;

const SELLER: &str = r#"{"address":"Elm & Oak\nHigh Street 1\n12345 Oakham","vat_number":"DE136695976","tax_number":"",
    "account":"IBAN DE02 1203 0000 0000 2020 51","due_days":14,"prefix":"R-"}"#;

/// Codes: a good one, one whose time is over, one that was used up, one for larger carts, one for another product, and one
/// for free delivery.
const CODES: &str = "INSERT INTO discounts
    (shop_id, code, kind, value, scope, minimum, skus, ends_at, max_uses, uses, created_at)
    SELECT 1, column1, column2, column3, column4, column5, column6, column7, column8, column9, 0 FROM (VALUES
    ('SPRING', 'percent', 10000, 'first_period', NULL, NULL, NULL, NULL, 0),
    ('LATE', 'percent', 10000, 'first_period', NULL, NULL, 1, NULL, 0),
    ('GONE', 'amount', 500, 'purchases', NULL, NULL, NULL, 20, 20),
    ('RICH', 'amount', 1000, 'every_period', 20000, NULL, NULL, NULL, 3),
    ('LAMPS', 'percent', 25000, 'first_period', NULL, 'LAMP', NULL, 100, 7),
    ('POST', 'shipping', 0, 'first_period', NULL, NULL, NULL, NULL, 0))";

/// Gives the demo shop all of it, and starts the service again: it keeps what it has read of its shops.
pub async fn set_costs(service: &Service) -> Result<()> {
    service
        .change_database(&format!("UPDATE shops SET pricing = '{RULES}', seller = '{SELLER}'"))?;
    service.change_database("UPDATE products SET tax_class = 'reduced' WHERE sku = 'COFFEE'")?;
    service.change_database(CODES)?;
    service.restart().await
}
