//! `/healthz` and `/readyz`.

use super::site::Site;

#[test]
fn the_service_says_that_it_lives_and_can_work() {
    let site = Site::open();
    for path in ["/healthz", "/readyz"] {
        let answer = site.caller(None).get(path).send();
        assert_eq!((answer.status, answer.text().as_str()), (200, "ok"), "{path}");
    }
}
