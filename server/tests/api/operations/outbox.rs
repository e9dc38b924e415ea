//! Account mails with several or slow senders: no mail is sent twice.

use std::time::Duration;

use halcyon::db::outbox::{self, Message, OutboxMessage, Queue};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::support::TestApp;
use crate::support::mail_server::MailServer;
use crate::support::poll_until;

/// A process of its own on the same database, with the same mail server.
async fn beside(app: &TestApp, server: &MailServer) -> TestApp {
    app.restart_with(&[("HALCYON_SMTP_URL", &server.url)]).await
}

async fn start(server: &MailServer) -> TestApp {
    TestApp::start_alone_with(&[("HALCYON_SMTP_URL", &server.url)]).await
}

fn message_id(mail: &str) -> &str {
    mail.lines().find(|line| line.starts_with("Message-ID: ")).expect("a Message-ID")
}

#[tokio::test]
async fn a_mail_that_another_process_sent_while_this_one_waited_is_not_sent_again() {
    let server = MailServer::start().await;
    let one = start(&server).await;
    let two = beside(&one, &server).await;
    one.signed_in("ada").await;
    one.signed_in("bob").await;

    // Both are in one process's hands; the server is slow to take the first of them.
    let held = server.hold();
    let mut slow = Box::pin(one.deliver());
    poll_until(&mut slow, || !server.mails().is_empty()).await;
    server.let_pass();
    one.advance(SignedDuration::from_mins(3));
    two.deliver().await;
    held.take();
    slow.await;

    assert_eq!(server.mails_to("bob@example.org").len(), 1, "the other process has sent it");
    let begun = server.mails_to("ada@example.org");
    assert_eq!(begun.len(), 2, "a server that does not respond may or may not have sent it");
    assert_eq!(message_id(&begun[0]), message_id(&begun[1]), "so that it is the same mail");
    assert_eq!(one.count("outbox").await, 0);
}

#[tokio::test]
async fn processes_that_send_at_the_same_time_share_the_mails() {
    let server = MailServer::start().await;
    let one = start(&server).await;
    let two = beside(&one, &server).await;
    let people = ["ada", "bob", "cem", "dora", "emil"];
    for name in people {
        one.signed_in(name).await;
    }
    tokio::join!(one.deliver(), two.deliver());
    for name in people {
        assert_eq!(server.mails_to(&format!("{name}@example.org")).len(), 1, "{name}");
    }
    assert_eq!(one.count("outbox").await, 0);
}

#[tokio::test]
async fn a_process_that_fails_late_takes_nothing_from_the_one_that_holds_the_mail_by_then() {
    let server = MailServer::start().await;
    let one = start(&server).await;
    let (two, three) = (beside(&one, &server).await, beside(&one, &server).await);
    one.signed_in("ada").await;

    let first = server.hold();
    let mut late = Box::pin(one.deliver());
    poll_until(&mut late, || server.mails().len() == 1).await;
    one.advance(SignedDuration::from_mins(3));
    let second = server.hold();
    let mut holder = Box::pin(two.deliver());
    poll_until(&mut holder, || server.mails().len() == 2).await;
    first.hang_up();
    late.await;

    // Longer than the wait after a failure, shorter than a holder may take.
    one.advance(SignedDuration::from_secs(90));
    server.let_pass();
    three.deliver().await;
    assert_eq!(server.mails().len(), 2, "it is still in the other's hands");
    second.take();
    holder.await;
    assert_eq!(one.count("outbox").await, 0);
}

/// A process that dies as soon as it holds the bad message: what it has claimed stays claimed.
#[tokio::test]
async fn a_message_that_ends_the_process_holds_up_no_other_and_is_given_up() {
    let app = TestApp::start().await;
    let mut now: Timestamp = crate::support::app::START.parse().unwrap();
    for kind in ["mail", "bad", "mail", "mail", "mail", "mail"] {
        outbox::insert(&app.db, &Message::new(None, kind, &json!({})).unwrap(), now).await.unwrap();
    }
    let (mut rounds, mut sent, mut deaths) = (0, 0, 0);
    while app.count("outbox").await > 0 {
        let claimed = outbox::claim(&app.db, Queue::Account, None, 16, now).await.unwrap();
        if claimed.iter().any(|message| message.kind == "bad") {
            deaths += 1;
        } else {
            for message in &claimed {
                outbox::delete(&app.db, message.id).await.unwrap();
            }
            sent += claimed.len();
        }
        // After every death another process starts, and may claim again once the lease is over.
        now += SignedDuration::from_secs(30);
        rounds += 1;
        assert!(rounds < 200, "{sent} sent, {deaths} deaths");
    }
    assert_eq!((sent, deaths), (5, 6));
}

/// As several processes with clocks that differ do.
#[tokio::test]
async fn of_several_messages_only_those_are_held_on_to_that_no_other_process_has_claimed() {
    let app = TestApp::start_alone_with(&[]).await;
    for number in 0..3 {
        outbox::insert(&app.db, &Message::new(None, "test", &number).unwrap(), app.now()).await.unwrap();
    }
    let claim = async |limit| outbox::claim(&app.db, Queue::Account, Some("test"), limit, app.now()).await.unwrap();
    let slow = claim(3).await;
    app.advance(SignedDuration::from_mins(3));
    let claimed = claim(1).await;
    let held = outbox::renew_leases(&app.db, slow.clone(), app.now()).await.unwrap();
    let ids = |messages: &[OutboxMessage]| messages.iter().map(|message| message.id).collect::<Vec<_>>();
    let others: Vec<_> = ids(&slow).into_iter().filter(|id| *id != claimed[0].id).collect();
    assert_eq!(ids(&held), others);
    assert_eq!(claim(3).await.len(), 0, "all three are held again");
    outbox::delete_all(&app.db, &held).await.unwrap();
    app.advance(SignedDuration::from_mins(3));
    assert_eq!(ids(&claim(3).await), ids(&claimed));
}

#[tokio::test]
async fn messages_that_fail_again_and_again_are_still_claimed_together() {
    let app = TestApp::start().await;
    let mut now: Timestamp = crate::support::app::START.parse().unwrap();
    for _ in 0..4 {
        outbox::insert(&app.db, &Message::new(None, "mail", &json!({})).unwrap(), now).await.unwrap();
    }
    for attempt in 1..=6 {
        let claimed = outbox::claim(&app.db, Queue::Account, None, 16, now).await.unwrap();
        assert_eq!(claimed.len(), 4, "attempt {attempt}");
        for message in &claimed {
            assert_eq!(outbox::retry_later(&app.db, message, Duration::ZERO, now).await.unwrap(), attempt < 6);
        }
        now += SignedDuration::from_hours(9);
    }
    assert_eq!(app.count("outbox").await, 0);
}

#[tokio::test]
async fn a_mail_with_a_link_is_not_stored_in_clear_and_not_sent_after_the_link_has_ended() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    let dump = app.dump().await;
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    assert!(!dump.contains(&token), "anyone who can read a backup could use the link");

    app.signed_in("bob").await;
    app.advance(SignedDuration::from_hours(25));
    app.deliver().await;
    assert!(app.mails().iter().all(|mail| mail.to.email.to_string() != "bob@example.org"));
    assert_eq!(app.count("outbox").await, 0);
}

#[tokio::test]
async fn a_mail_that_is_refused_for_good_is_not_sent_again() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(refuse_recipients(stream));
        }
    });
    let app = TestApp::start_alone_with(&[("HALCYON_SMTP_URL", &url)]).await;
    app.signed_in("ada").await;
    assert_eq!(app.count("outbox").await, 1);
    app.deliver().await;
    assert_eq!(app.count("outbox").await, 0);
}

/// A mail server that knows no one.
async fn refuse_recipients(stream: tokio::net::TcpStream) {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let _ = write.write_all(b"220 stand-in\r\n").await;
    while let Ok(Some(line)) = lines.next_line().await {
        let answer: &[u8] = if line.starts_with("RCPT") { b"550 no such user\r\n" } else { b"250 fine\r\n" };
        if write.write_all(answer).await.is_err() {
            break;
        }
    }
}
