//! Mail over a real socket: what the mailer says to an SMTP server.

use std::collections::BTreeMap;

use halcyon::mail::mailer::{Mail, Mailer, Refused};
use halcyon::settings::Settings;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

fn settings(pairs: &[(&str, &str)]) -> Settings {
    Settings::from_pairs(BTreeMap::new(), pairs.iter().copied()).unwrap()
}

fn greeting() -> Mail {
    Mail {
        to: "Ada <ada@example.org>".parse().unwrap(),
        reply_to: None,
        subject: "Grüße aus Köln".to_owned(),
        text: "Plain words".to_owned(),
        html: "<p>Rich words</p>".to_owned(),
        message_id: None,
        unsubscribe: None,
    }
}

/// Speaks just enough SMTP to take one mail, and returns it.
async fn take_one_mail(stream: TcpStream) -> String {
    take_or_refuse(stream, None).await
}

/// The same, with another answer to the address it is meant for.
async fn take_or_refuse(stream: TcpStream, refusal: Option<&str>) -> String {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let (mut mail, mut in_data) = (String::new(), false);
    write.write_all(b"220 stand-in\r\n").await.unwrap();
    while let Some(line) = lines.next_line().await.unwrap() {
        let answer: &[u8] = match line.as_str() {
            "." if in_data => return mail_taken(&mut write, mail).await,
            _ if in_data => {
                mail.push_str(&line);
                mail.push('\n');
                continue;
            }
            "DATA" => {
                in_data = true;
                b"354 go on\r\n"
            }
            _ if line.starts_with("RCPT") && refusal.is_some() => refusal.unwrap_or_default().as_bytes(),
            _ => b"250 fine\r\n",
        };
        write.write_all(answer).await.unwrap();
    }
    mail
}

async fn mail_taken(write: &mut (impl AsyncWriteExt + Unpin), mail: String) -> String {
    write.write_all(b"250 taken\r\n").await.unwrap();
    mail
}

#[tokio::test]
async fn a_mail_reaches_the_smtp_server_in_both_forms_with_a_message_id() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(async move { take_one_mail(listener.accept().await.unwrap().0).await });
    let settings = settings(&[("HALCYON_SMTP_URL", &url), ("HALCYON_MAIL_FROM", "Halcyon <no-reply@halcyon.example>")]);

    Mailer::from_settings(&settings).unwrap().send(greeting()).await.unwrap();

    let mail = server.await.unwrap();
    assert!(mail.contains("From: Halcyon <no-reply@halcyon.example>"), "{mail}");
    assert!(mail.contains("To: Ada <ada@example.org>"));
    assert!(mail.contains("Message-ID: <"));
    assert!(mail.contains("Subject: =?utf-8?b?"));
    assert!(mail.contains("Plain words") && mail.contains("<p>Rich words</p>"));
}

#[tokio::test]
async fn without_smtp_a_mail_becomes_a_file_in_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(&[("HALCYON_DATA_DIR", folder.path().to_str().unwrap())]);
    Mailer::from_settings(&settings).unwrap().send(greeting()).await.unwrap();
    let files: Vec<_> = std::fs::read_dir(folder.path().join("outbox")).unwrap().collect();
    assert_eq!(files.len(), 1);
}

#[tokio::test]
async fn a_mail_about_warnings_keeps_its_id_when_it_is_sent_again_and_offers_one_click() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let settings = settings(&[("HALCYON_SMTP_URL", &url), ("HALCYON_MAIL_FROM", "Halcyon <no-reply@halcyon.example>")]);
    let warning = Mail {
        message_id: Some("<0197@halcyon.example>".to_owned()),
        unsubscribe: Some("https://halcyon.example/api/unsubscribe/token".to_owned()),
        ..greeting()
    };
    for _ in 0..2 {
        let mailer = Mailer::from_settings(&settings).unwrap();
        let (sent, mail) = tokio::join!(mailer.send(warning.clone()), async {
            take_one_mail(listener.accept().await.unwrap().0).await
        });
        sent.unwrap();
        assert!(mail.contains("Message-ID: <0197@halcyon.example>"), "{mail}");
        assert!(mail.contains("List-Unsubscribe: <https://halcyon.example/api/unsubscribe/token>"), "{mail}");
        assert!(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{mail}");
    }
}

#[tokio::test]
async fn an_smtp_refusal_is_logged_by_its_code_without_the_address() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let settings = settings(&[("HALCYON_SMTP_URL", &url), ("HALCYON_MAIL_FROM", "Halcyon <no-reply@halcyon.example>")]);
    for (refusal, is_permanent) in
        [("550 5.1.1 <ada@example.org>: unknown\r\n", true), ("451 <ada@example.org>: try later\r\n", false)]
    {
        let mailer = Mailer::from_settings(&settings).unwrap();
        let (sent, _) = tokio::join!(mailer.send(greeting()), async {
            take_or_refuse(listener.accept().await.unwrap().0, Some(refusal)).await
        });
        let error = sent.unwrap_err();
        let logged = format!("{error:#} {error:?}");
        assert!(logged.contains(&refusal[..3]) && !logged.contains("ada"), "{logged}");
        assert_eq!(error.downcast_ref::<Refused>().unwrap().is_permanent, is_permanent);
    }
}
