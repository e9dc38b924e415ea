//! The trace a request belongs to, by the W3C header `traceparent`.

/// Which trace a request belongs to: its caller's, or one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceContext {
    pub trace: u128,
    pub parent: Option<u64>,
    /// Whether the caller records its trace; where it does not, neither do we.
    pub is_sampled: bool,
}

const VERSION_DIGITS: usize = 2;
const TRACE_DIGITS: usize = 32;
const PARENT_DIGITS: usize = 16;
const FLAGS_DIGITS: usize = 2;
const SAMPLED: u8 = 1;

impl TraceContext {
    /// A trace that begins with this request.
    pub fn begin(trace: u128) -> TraceContext {
        TraceContext { trace, parent: None, is_sampled: true }
    }

    /// `None` where the header makes no sense; the request then begins a trace of its own.
    pub fn parse(header: &str) -> Option<TraceContext> {
        let mut parts = header.split('-');
        let mut part = |digits| parts.next().filter(|part| is_hex(part, digits));
        let (version, trace) = (part(VERSION_DIGITS)?, part(TRACE_DIGITS)?);
        let (parent, flags) = (part(PARENT_DIGITS)?, part(FLAGS_DIGITS)?);
        // Later versions may add fields; the first has none.
        if version == "ff" || (version == "00" && parts.next().is_some()) {
            return None;
        }
        let (trace, parent) = (u128::from_str_radix(trace, 16).ok()?, u64::from_str_radix(parent, 16).ok()?);
        let is_sampled = u8::from_str_radix(flags, 16).ok()? & SAMPLED != 0;
        (trace != 0 && parent != 0).then_some(TraceContext { trace, parent: Some(parent), is_sampled })
    }
}

/// Only digits: the number parser of the standard library would accept a sign.
fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of https://www.w3.org/TR/trace-context/, section 3.2.
    #[test]
    fn a_caller_s_trace_is_taken_over_and_nonsense_is_not() {
        let known = TraceContext::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        let expected = TraceContext {
            trace: 0x0af7651916cd43dd8448eb211c80319c,
            parent: Some(0xb7ad6b7169203331),
            is_sampled: true,
        };
        assert_eq!(known, Some(expected));
        let unsampled = TraceContext::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00");
        assert_eq!(unsampled, Some(TraceContext { is_sampled: false, ..expected }));
        let later = TraceContext::parse("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03-more");
        assert_eq!(later, Some(expected));
        for nonsense in [
            "",
            "00-0af7651916cd43dd8448eb211c80319c",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-zz",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01",
            "00-zaf7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-+af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        ] {
            assert_eq!(TraceContext::parse(nonsense), None, "{nonsense}");
        }
    }
}
