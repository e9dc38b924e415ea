//! A connection to an MQTT 5 broker: messages are sent one after the other, each once the one before is acknowledged.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use mqttbytes::QoS;
use mqttbytes::v5::{
    Connect, ConnectReturnCode, DisconnectReasonCode, Login, Packet, PubAckReason, Publish, PublishProperties,
    Subscribe, SubscribeReasonCode, read,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::ConfigVerifierExt;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::settings::Broker;

/// To connect, and for each acknowledgement.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);
/// After a subscription, for the message that the broker may have retained. Nothing says that there is none.
const RETAINED_LIMIT: Duration = Duration::from_secs(1);
/// Much longer than a connection is in use.
const KEEP_ALIVE_SECONDS: u16 = 60;
/// Of packets that we read: acknowledgements, and our own list of places.
const MAX_PACKET_BYTES: usize = 64 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum BrokerError {
    #[error("it cannot be reached: {0}")]
    Unreachable(io::Error),
    #[error("no secure connection: {0}")]
    Insecure(String),
    #[error("it does not answer")]
    Silent,
    #[error("it refuses the user name or the password")]
    WrongLogin,
    #[error("it does not speak MQTT 5")]
    OldProtocol,
    #[error("it refuses the connection: {0:?}")]
    Refused(ConnectReturnCode),
    #[error("it does not allow us to publish to {0}: {1:?}")]
    PublishRefused(String, PubAckReason),
    #[error("it ended the connection")]
    Ended,
    #[error("it ended the connection: {0:?}")]
    Disconnected(DisconnectReasonCode),
    #[error("it sent an invalid MQTT packet: {0:?}")]
    Malformed(mqttbytes::Error),
}

pub struct Message {
    pub topic: String,
    /// Empty removes what the broker has retained.
    pub payload: Vec<u8>,
    /// How long the broker retains it, in seconds; `None`: until it is replaced.
    pub expires_after: Option<u32>,
}

pub struct Connection {
    stream: Box<dyn Stream>,
    received: BytesMut,
    last_id: u16,
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl Connection {
    pub async fn open(broker: &Broker) -> Result<Connection, BrokerError> {
        timeout(ANSWER_LIMIT, Connection::open_unlimited(broker)).await.map_err(|_| BrokerError::Silent)?
    }

    async fn open_unlimited(broker: &Broker) -> Result<Connection, BrokerError> {
        let stream = TcpStream::connect((broker.host.as_str(), broker.port)).await.map_err(BrokerError::Unreachable)?;
        let stream: Box<dyn Stream> =
            if broker.is_encrypted { Box::new(encrypt(stream, broker).await?) } else { Box::new(stream) };
        let mut connection = Connection { stream, received: BytesMut::new(), last_id: 0 };
        // A name of its own for each connection: a broker ends the older one of two with the same name.
        let mut connect = Connect::new(format!("halcyon{:012x}", rand::random::<u64>() >> 16));
        connect.keep_alive = KEEP_ALIVE_SECONDS;
        connect.login = broker.login.as_ref().map(|(name, password)| Login::new(name.as_str(), password.expose()));
        connection.send(|bytes| connect.write(bytes)).await?;
        match connection.next().await {
            Ok(Packet::ConnAck(answer)) => match answer.code {
                ConnectReturnCode::Success => Ok(connection),
                ConnectReturnCode::BadUserNamePassword | ConnectReturnCode::NotAuthorized => {
                    Err(BrokerError::WrongLogin)
                }
                ConnectReturnCode::UnsupportedProtocolVersion => Err(BrokerError::OldProtocol),
                code => Err(BrokerError::Refused(code)),
            },
            // The code of MQTT 3.1.1 for an unknown version.
            Err(BrokerError::Malformed(mqttbytes::Error::InvalidConnectReturnCode(1))) => Err(BrokerError::OldProtocol),
            Ok(_) => Err(BrokerError::Malformed(mqttbytes::Error::IncorrectPacketFormat)),
            Err(error) => Err(error),
        }
    }

    /// Returns when the broker has it. The broker retains it for those who subscribe later.
    pub async fn publish(&mut self, message: &Message) -> Result<(), BrokerError> {
        let mut publish = Publish::new(&message.topic, QoS::AtLeastOnce, message.payload.as_slice());
        publish.retain = true;
        publish.pkid = self.next_id();
        publish.properties = message.expires_after.map(|seconds| PublishProperties {
            payload_format_indicator: None,
            message_expiry_interval: Some(seconds),
            topic_alias: None,
            response_topic: None,
            correlation_data: None,
            user_properties: Vec::new(),
            subscription_identifiers: Vec::new(),
            content_type: None,
        });
        self.send(|bytes| publish.write(bytes)).await?;
        let acknowledged = async {
            loop {
                if let Packet::PubAck(answer) = self.next().await?
                    && answer.pkid == publish.pkid
                {
                    return Ok::<_, BrokerError>(answer.reason);
                }
            }
        };
        match timeout(ANSWER_LIMIT, acknowledged).await.map_err(|_| BrokerError::Silent)?? {
            PubAckReason::Success | PubAckReason::NoMatchingSubscribers => Ok(()),
            reason => Err(BrokerError::PublishRefused(message.topic.clone(), reason)),
        }
    }

    /// What the broker retains at a topic; `None` also where we may not read it.
    pub async fn retained(&mut self, topic: &str) -> Result<Option<Vec<u8>>, BrokerError> {
        let mut subscribe = Subscribe::new(topic, QoS::AtMostOnce);
        subscribe.pkid = self.next_id();
        self.send(|bytes| subscribe.write(bytes)).await?;
        let received = async {
            loop {
                match self.next().await? {
                    Packet::Publish(publish) if publish.topic == topic => return Ok(Some(publish.payload.to_vec())),
                    Packet::SubAck(answer) if !matches!(answer.return_codes[..], [SubscribeReasonCode::QoS0]) => {
                        return Ok(None);
                    }
                    _ => {}
                }
            }
        };
        timeout(RETAINED_LIMIT, received).await.unwrap_or(Ok(None))
    }

    pub async fn close(mut self) -> Result<(), BrokerError> {
        /// A normal end.
        const DISCONNECT: [u8; 2] = [0b1110_0000, 0];
        self.write(&DISCONNECT).await?;
        self.stream.shutdown().await.map_err(|_| BrokerError::Ended)
    }

    fn next_id(&mut self) -> u16 {
        // 0 is no id.
        self.last_id = self.last_id.checked_add(1).unwrap_or(1);
        self.last_id
    }

    async fn send(
        &mut self,
        write: impl Fn(&mut BytesMut) -> Result<usize, mqttbytes::Error>,
    ) -> Result<(), BrokerError> {
        let mut bytes = BytesMut::new();
        write(&mut bytes).map_err(BrokerError::Malformed)?;
        self.write(&bytes).await
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), BrokerError> {
        let sent = async {
            self.stream.write_all(bytes).await?;
            self.stream.flush().await
        };
        timeout(ANSWER_LIMIT, sent).await.map_err(|_| BrokerError::Silent)?.map_err(|_| BrokerError::Ended)
    }

    async fn next(&mut self) -> Result<Packet, BrokerError> {
        loop {
            if let Some(reason) = short_disconnect(&self.received) {
                return Err(BrokerError::Disconnected(reason));
            }
            match read(&mut self.received, MAX_PACKET_BYTES) {
                Ok(Packet::Disconnect(disconnect)) => return Err(BrokerError::Disconnected(disconnect.reason_code)),
                Ok(packet) => return Ok(packet),
                Err(mqttbytes::Error::InsufficientBytes(_)) => {}
                Err(error) => return Err(BrokerError::Malformed(error)),
            }
            let count = self.stream.read_buf(&mut self.received).await.map_err(|_| BrokerError::Ended)?;
            if count == 0 {
                return Err(BrokerError::Ended);
            }
        }
    }
}

/// A DISCONNECT without properties, as mosquitto sends it: `mqttbytes` cannot read it. MQTT 5, 3.14.2.
fn short_disconnect(received: &[u8]) -> Option<DisconnectReasonCode> {
    match *received {
        [0xe0, 0, ..] => Some(DisconnectReasonCode::NormalDisconnection),
        [0xe0, 1, reason, ..] => reason.try_into().ok(),
        _ => None,
    }
}

async fn encrypt(stream: TcpStream, broker: &Broker) -> Result<TlsStream<TcpStream>, BrokerError> {
    let insecure = |error: &dyn std::fmt::Display| BrokerError::Insecure(error.to_string());
    let config = match &broker.authorities {
        None => ClientConfig::with_platform_verifier().map_err(|error| insecure(&error))?,
        Some(path) => {
            let cannot_read = |error| BrokerError::Insecure(format!("cannot read {}: {error}", path.display()));
            let mut roots = RootCertStore::empty();
            for certificate in CertificateDer::pem_file_iter(path).map_err(cannot_read)? {
                roots.add(certificate.map_err(cannot_read)?).map_err(|error| insecure(&error))?;
            }
            ClientConfig::builder().with_root_certificates(roots).with_no_client_auth()
        }
    };
    let name = ServerName::try_from(broker.host.clone()).map_err(|error| insecure(&error))?;
    TlsConnector::from(Arc::new(config)).connect(name, stream).await.map_err(|error| insecure(&error))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    async fn listen() -> (TcpListener, Broker) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let broker = Broker { host: "127.0.0.1".to_owned(), port, is_encrypted: false, authorities: None, login: None };
        (listener, broker)
    }

    /// Answers the first bytes of a connection with these, and then nothing.
    async fn answer(answer: &'static [u8]) -> Result<Connection, BrokerError> {
        let (listener, broker) = listen().await;
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.read_u8().await.unwrap();
            stream.write_all(answer).await.unwrap();
            std::future::pending::<()>().await;
        });
        Connection::open(&broker).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_broker_is_given_up() {
        let (_listener, broker) = listen().await;
        assert!(matches!(Connection::open(&broker).await, Err(BrokerError::Silent)));
    }

    // Codes: MQTT 5, 3.2.2.2; MQTT 3.1.1, 3.2.2.3.
    #[tokio::test]
    async fn the_reason_of_a_refusal_is_named() {
        let refusal = async |bytes: &'static [u8]| answer(bytes).await.err().unwrap().to_string();
        assert_eq!(refusal(&[0x20, 3, 0, 0x86, 0]).await, "it refuses the user name or the password");
        assert_eq!(refusal(&[0x20, 3, 0, 0x87, 0]).await, "it refuses the user name or the password");
        assert_eq!(refusal(&[0x20, 3, 0, 0x89, 0]).await, "it refuses the connection: ServerBusy");
        assert_eq!(refusal(&[0x20, 2, 0, 1]).await, "it does not speak MQTT 5");
        assert!(refusal(&[0xf0, 0]).await.starts_with("it sent an invalid MQTT packet: "));
    }

    // Codes: MQTT 5, 3.14.2.1.
    #[tokio::test]
    async fn the_reason_of_a_disconnection_is_named() {
        let message = Message { topic: "a".to_owned(), payload: Vec::new(), expires_after: None };
        let accepted_and_then = async |bytes: &'static [u8]| {
            let mut connection = answer(bytes).await.unwrap();
            connection.publish(&message).await.unwrap_err().to_string()
        };
        for (bytes, reason) in [
            (&[0x20, 3, 0, 0, 0, 0xe0, 2, 0x97, 0][..], "QuotaExceeded"),
            (&[0x20, 3, 0, 0, 0, 0xe0, 1, 0x8b][..], "ServerShuttingDown"),
            (&[0x20, 3, 0, 0, 0, 0xe0, 0][..], "NormalDisconnection"),
        ] {
            assert_eq!(accepted_and_then(bytes).await, format!("it ended the connection: {reason}"));
        }
        let before_the_answer = answer(&[0xe0, 1, 0x89]).await.err().unwrap().to_string();
        assert_eq!(before_the_answer, "it ended the connection: ServerBusy");
    }
}
