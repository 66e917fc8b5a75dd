//! Replaces the processes of the service one after the other, with a migration of the schema between, while shoppers use
//! it.

use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::time::sleep;

use crate::report::{say, seconds};
use crate::service::{Service, basket};
use crate::stage::Stage;
use crate::traffic::Told;

/// How often all processes are replaced.
const ROUNDS: usize = 3;
/// Until the balancer uses a new process.
const CALM: Duration = Duration::from_secs(2);

/// Replaces every process a few times. The schema is migrated while one process of the earlier program still runs.
pub async fn replace(stage: &mut Stage, told: &Told) -> Result<()> {
    for round in 1..=ROUNDS {
        for number in 1..=stage.services.len() {
            stage.check()?;
            let service = stage.services.remove(0);
            let port = service.port;
            let start = Instant::now();
            service.stop().await?;
            let stopped = start.elapsed();
            if number == 1 {
                basket(&stage.program, &stage.cluster.address(), &["migrate-schema"])?;
            }
            let place = (number, port);
            let start = Instant::now();
            let service =
                Service::start(&stage.sandbox, &stage.program, &stage.database, place).await?;
            stage.services.push(service);
            say(&format!(
                "{} {round}/{ROUNDS}: service{number} has stopped after {} s, and is ready again after {} s",
                told.moment(),
                seconds(stopped),
                seconds(start.elapsed())
            ));
            sleep(CALM).await;
        }
    }
    Ok(())
}
