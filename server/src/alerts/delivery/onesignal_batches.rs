//! Sends notifications by OneSignal: messages with the same text in one request, which a retry repeats as it was.

use std::collections::{BTreeMap, HashMap};

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::onesignal::{MAX_DEVICES, OneSignal, PushMessage};
use super::{Deliveries, queries};
use crate::db::outbox::{self, IsStopping, OutboxMessage};
use crate::session::UserId;

impl Deliveries {
    /// Messages with the same text are sent in one request. The messages of a request are stored as a batch before it is
    /// sent, so that a retry is the same request.
    pub(super) async fn send_by_onesignal(
        &self,
        messages: Vec<OutboxMessage>,
        is_stopping: IsStopping<'_>,
    ) -> anyhow::Result<()> {
        let Some(onesignal) = &self.onesignal else {
            return Ok(outbox::delete_all(&self.db, &messages).await?);
        };
        let mut batches: BTreeMap<Uuid, Vec<OutboxMessage>> = BTreeMap::new();
        let mut unassigned = Vec::new();
        for message in messages {
            match message.batch {
                Some(batch) => batches.entry(batch).or_default().push(message),
                None => unassigned.push(message),
            }
        }
        let mut by_text: HashMap<PushMessage, Vec<OutboxMessage>> = HashMap::new();
        for prepared in self.prepare_or_finish(unassigned).await? {
            let push = prepared.push_message(&self.public_url);
            by_text.entry(push).or_default().push(prepared.message);
        }
        for messages in by_text.into_values() {
            let batch = Uuid::now_v7();
            queries::assign_batch(&self.db, &messages, batch).await?;
            batches.insert(batch, messages);
        }
        for (batch, claimed) in batches {
            if is_stopping() {
                outbox::release(&self.db, &claimed, self.clock.now()).await?;
                continue;
            }
            let messages = queries::claim_batch(&self.db, batch, self.clock.now()).await?;
            match self.send_batch(onesignal, &messages, batch).await {
                Ok(()) => self.finish_sent(&messages).await?,
                Err(error) => {
                    for message in &messages {
                        self.finish_failed(message, &error).await?;
                    }
                }
            }
        }
        Ok(())
    }

    async fn send_batch(&self, onesignal: &OneSignal, messages: &[OutboxMessage], batch: Uuid) -> anyhow::Result<()> {
        let mut by_text: HashMap<PushMessage, Vec<UserId>> = HashMap::new();
        // A retry may come hours later: since then users may have been deleted, newer notifications written, or settings
        // changed.
        let (all_prepared, _) = self.prepare(messages.to_vec()).await?;
        for prepared in all_prepared {
            let push = prepared.push_message(&self.public_url);
            by_text.entry(push).or_default().extend(prepared.message.user_id);
        }
        for (push, users) in by_text {
            let devices = queries::list_onesignal_devices(&self.db, &users).await?;
            for (part, devices) in devices.chunks(MAX_DEVICES).enumerate() {
                let key = idempotency_key(batch, &push, part);
                let gone = onesignal.send(&push, devices, key, self.clock.now()).await?;
                queries::delete_devices(&self.db, "onesignal", &gone).await?;
            }
        }
        Ok(())
    }
}

/// The same for every retry of a request; each part of a batch with more devices than one request takes has its own.
fn idempotency_key(batch: Uuid, push: &PushMessage, part: usize) -> Uuid {
    let digest = Sha256::new()
        .chain_update(batch.as_bytes())
        .chain_update((part as u64).to_be_bytes())
        .chain_update(&push.title)
        .chain_update(&push.body)
        .finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
