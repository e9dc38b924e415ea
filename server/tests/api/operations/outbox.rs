//! Account mails with several or slow senders: no mail is sent twice.

use jiff::SignedDuration;

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
