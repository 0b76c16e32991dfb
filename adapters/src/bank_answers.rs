//! What a bank answers to an order before it shows on a statement: `pain.002` of ISO 20022.

use crate::xml::{Limits, Xml, letters::decoded};
use sepa::{
    Pain002Document, Pain002ParseError, ParseLimits, PaymentInfoStatus, PaymentStatus, ReasonCode, TransactionStatus, VerificationOutcome,
    XmlError, parse_pain002_with_limits,
};
use sooner_application::payments::bank::AnswerFormat;
use sooner_domain::payments::{
    answer::{OrderAnswer, PayeeCheck, Standing, TransferAnswer},
    statement::{NotRead, said, shortened},
};

const LIMITS: Limits = Limits::BANK;
/// A reason is at most so long.
const REASON: usize = 200;

/// Reads what banks of the Single Euro Payments Area answer.
pub struct SepaAnswers;

impl AnswerFormat for SepaAnswers {
    fn read(&self, file: &[u8]) -> Result<OrderAnswer, NotRead> {
        read(file)
    }
}

/// What a file says of one order of ours.
///
/// # Errors
/// `NotStatement` for any other file; `TooLarge`; `Malformed`; `Unreadable` where it does not say which order, or transfer, it is about.
pub fn read(file: &[u8]) -> Result<OrderAnswer, NotRead> {
    let text = decoded(file, LIMITS)?;
    let mut xml = Xml::new(&text, LIMITS);
    let line = xml.message("CstmrPmtStsRpt", "pain.002")?;
    xml.skip()?;
    xml.finish()?;
    // In which letters it was written no longer counts.
    let content = text.split_once("?>").filter(|(head, _)| head.starts_with("<?xml")).map_or(&*text, |(_, content)| content);
    let limits = ParseLimits { input_bytes: LIMITS.bytes, nodes: LIMITS.parts, depth: 64, ..ParseLimits::default() };
    let document = parse_pain002_with_limits(content, limits).map_err(|error| refused(&error, line))?;
    answer(&document).ok_or(NotRead::Unreadable { line, what: "OrgnlEndToEndId" })
}

fn refused(error: &Pain002ParseError, line: usize) -> NotRead {
    match error {
        Pain002ParseError::MissingElement { tag } => NotRead::Unreadable { line, what: tag },
        Pain002ParseError::NotPain002 | Pain002ParseError::Xml(XmlError::Identity { .. } | XmlError::NoRootElement) => NotRead::Unknown,
        Pain002ParseError::Xml(XmlError::LimitExceeded { .. } | XmlError::TooDeep) => NotRead::TooLarge,
        _ => NotRead::Malformed(line),
    }
}

/// None if a transfer cannot be told from the others.
fn answer(document: &Pain002Document) -> Option<OrderAnswer> {
    let (with, without): (Vec<_>, Vec<_>) = document.payment_info_statuses.iter().partition(|payment| !payment.transactions.is_empty());
    let whole = without.iter().map(|payment| standing(payment.status.as_ref())).chain([standing(document.group_status.as_ref())]);
    let mut reasons = vec![reason(&document.group_reason_codes, &document.group_additional_info)];
    reasons.extend(without.iter().map(|payment| reason(&payment.reason_codes, &payment.additional_info)));
    let transfers = with.iter().flat_map(|payment| payment.transactions.iter().map(|transfer| of_transfer(transfer, payment)));
    Some(OrderAnswer {
        of: document.original_msg_id.clone(),
        whole: whole.flatten().max_by_key(|standing| weight(*standing)),
        reason: Some(shortened(&reasons.into_iter().flatten().collect::<Vec<_>>().join(" "), REASON)).filter(|text| !text.is_empty()),
        transfers: transfers.collect::<Option<_>>()?,
    })
}

/// Of several things that are said of a whole, the worst holds.
fn weight(standing: Standing) -> u8 {
    match standing {
        Standing::Accepted => 0,
        Standing::Pending => 1,
        Standing::Rejected => 2,
    }
}

/// What is said of a transfer, else of the payment it is part of.
fn of_transfer(transfer: &TransactionStatus, payment: &PaymentInfoStatus) -> Option<TransferAnswer> {
    let ids = [&transfer.original_end_to_end_id, &transfer.original_instruction_id];
    let id = ids.into_iter().flatten().find_map(|id| said(id))?;
    let (own, of_all) = (transfer.status.as_ref(), payment.status.as_ref());
    let own_reason = reason(&transfer.reason_codes, &transfer.additional_info);
    let is_another = standing(own).is_some_and(|own| Some(own) != standing(of_all));
    let inherited = reason(&payment.reason_codes, &payment.additional_info).filter(|_| !is_another);
    Some(TransferAnswer {
        id: id.to_owned(),
        standing: standing(own).or_else(|| standing(of_all)),
        check: check(own).or_else(|| check(of_all)),
        reason: own_reason.or(inherited),
    })
}

/// None for a status that says nothing of what the bank does: that of some, or of the payee's name.
fn standing(status: Option<&PaymentStatus>) -> Option<Standing> {
    match status? {
        PaymentStatus::Rjct => Some(Standing::Rejected),
        PaymentStatus::Pdng => Some(Standing::Pending),
        status if status.is_accepted() => Some(Standing::Accepted),
        PaymentStatus::Other(code) => match code.as_str() {
            "ACCC" | "ACFC" | "ACIS" | "ACPD" | "ACWP" | "PRES" => Some(Standing::Accepted),
            "RCVD" | "PATC" | "BLCK" => Some(Standing::Pending),
            "CANC" => Some(Standing::Rejected),
            _ => None,
        },
        _ => None,
    }
}

fn check(status: Option<&PaymentStatus>) -> Option<PayeeCheck> {
    Some(match status?.verification()? {
        VerificationOutcome::Match => PayeeCheck::Match,
        VerificationOutcome::CloseMatch => PayeeCheck::CloseMatch,
        VerificationOutcome::NoMatch => PayeeCheck::NoMatch,
        VerificationOutcome::NotApplicable => PayeeCheck::NotPossible,
    })
}

fn reason(codes: &[ReasonCode], words: &[String]) -> Option<String> {
    let texts: Vec<_> = codes.iter().map(ReasonCode::as_code).chain(words.iter().map(String::as_str)).filter_map(said).collect();
    Some(shortened(&texts.join(" "), REASON)).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer to an order, with this of the whole and this of the payments in it.
    fn answered(whole: &str, payments: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.10\">\n\
             <CstmrPmtStsRpt><GrpHdr><MsgId>A-1</MsgId><CreDtTm>2027-01-04T13:05:00Z</CreDtTm></GrpHdr>\n\
             <OrgnlGrpInfAndSts><OrgnlMsgId>ORDER-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>{whole}</OrgnlGrpInfAndSts>\n\
             {payments}</CstmrPmtStsRpt></Document>"
        )
    }

    fn payment(status: &str, transfers: &str) -> String {
        format!("<OrgnlPmtInfAndSts><OrgnlPmtInfId>ORDER-1</OrgnlPmtInfId>{status}{transfers}</OrgnlPmtInfAndSts>")
    }

    fn transfer(id: &str, said: &str) -> String {
        format!("<TxInfAndSts><OrgnlEndToEndId>{id}</OrgnlEndToEndId>{said}</TxInfAndSts>")
    }

    fn of(whole: &str, payments: &str) -> OrderAnswer {
        read(answered(whole, payments).as_bytes()).unwrap()
    }

    fn told(id: &str, standing: Option<Standing>, check: Option<PayeeCheck>, reason: Option<&str>) -> TransferAnswer {
        TransferAnswer { id: id.to_owned(), standing, check, reason: reason.map(str::to_owned) }
    }

    #[test]
    fn an_order_that_is_refused_as_a_whole_says_why() {
        let reason = "<StsRsnInf><Rsn><Cd>DUPL</Cd></Rsn><AddtlInf>MsgId schon da</AddtlInf></StsRsnInf>";
        let expected = |whole, reason: Option<&str>| OrderAnswer {
            of: "ORDER-1".to_owned(),
            whole,
            reason: reason.map(str::to_owned),
            transfers: vec![],
        };
        let rejected = expected(Some(Standing::Rejected), Some("DUPL MsgId schon da"));
        assert_eq!(of(&format!("<GrpSts>RJCT</GrpSts>{reason}"), ""), rejected);
        assert_eq!(of("<GrpSts>ACTC</GrpSts>", &payment(&format!("<PmtInfSts>RJCT</PmtInfSts>{reason}"), "")), rejected);
        assert_eq!(of("<GrpSts>PDNG</GrpSts>", &payment("<PmtInfSts>RJCT</PmtInfSts>", "")).whole, Some(Standing::Rejected));
        for (status, whole) in [
            ("ACCP", Some(Standing::Accepted)),
            ("ACTC", Some(Standing::Accepted)),
            ("ACSP", Some(Standing::Accepted)),
            ("ACSC", Some(Standing::Accepted)),
            ("ACWC", Some(Standing::Accepted)),
            ("ACCC", Some(Standing::Accepted)),
            ("PDNG", Some(Standing::Pending)),
            ("RCVD", Some(Standing::Pending)),
            ("PATC", Some(Standing::Pending)),
            ("PART", None),
            ("RVCM", None),
            ("RCVC", None),
            ("XXXX", None),
        ] {
            assert_eq!(of(&format!("<GrpSts>{status}</GrpSts>"), ""), expected(whole, None), "{status}");
            assert_eq!(of("", &payment(&format!("<PmtInfSts>{status}</PmtInfSts>"), "")).whole, whole, "{status}");
        }
    }

    #[test]
    fn a_transfer_stands_as_is_said_of_it_else_of_its_payment() {
        let rejected = "<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>";
        let transfers = transfer("T-1", rejected) + &transfer("T-2", "") + &transfer("T-3", "<TxSts>PDNG</TxSts>");
        let reason = "<StsRsnInf><Rsn><Prtry>OK1</Prtry></Rsn></StsRsnInf>";
        let answer = of("<GrpSts>PART</GrpSts>", &payment(&format!("<PmtInfSts>ACCP</PmtInfSts>{reason}"), &transfers));
        assert_eq!((answer.whole, answer.reason), (None, None));
        let expected = [
            told("T-1", Some(Standing::Rejected), None, Some("AC04")),
            told("T-2", Some(Standing::Accepted), None, Some("OK1")),
            told("T-3", Some(Standing::Pending), None, None),
        ];
        assert_eq!(answer.transfers, expected);
    }

    #[test]
    fn an_order_in_any_currency_is_answered_in_it() {
        for (code, amount) in [("JPY", "800005"), ("KWD", "800.005"), ("CLF", "80.0005")] {
            let original = format!("<OrgnlTxRef><Amt><InstdAmt Ccy=\"{code}\">{amount}</InstdAmt></Amt></OrgnlTxRef>");
            let answer = of("", &payment("", &transfer("T-1", &format!("<TxSts>RJCT</TxSts>{original}"))));
            assert_eq!(answer.transfers, [told("T-1", Some(Standing::Rejected), None, None)], "{code}");
        }
    }

    #[test]
    fn what_is_said_of_a_name_is_no_standing() {
        let close = "<TxSts>RVMC</TxSts><StsRsnInf><AddtlInf>Muehle und</AddtlInf><AddtlInf>Soehne GmbH</AddtlInf></StsRsnInf>";
        let mut transfers = transfer("T-1", close);
        for (id, code) in [("T-2", "RCVC"), ("T-3", "RVNM"), ("T-4", "RVNA")] {
            transfers += &transfer(id, &format!("<TxSts>{code}</TxSts>"));
        }
        let expected = |standing| {
            [
                told("T-1", standing, Some(PayeeCheck::CloseMatch), Some("Muehle und Soehne GmbH")),
                told("T-2", standing, Some(PayeeCheck::Match), None),
                told("T-3", standing, Some(PayeeCheck::NoMatch), None),
                told("T-4", standing, Some(PayeeCheck::NotPossible), None),
            ]
        };
        let answer = of("<GrpSts>RVCM</GrpSts>", &payment("", &transfers));
        assert_eq!((answer.whole, answer.transfers.as_slice()), (None, expected(None).as_slice()));
        let answer = of("", &payment("<PmtInfSts>ACCP</PmtInfSts>", &transfers));
        assert_eq!(answer.transfers, expected(Some(Standing::Accepted)));
    }

    #[test]
    fn a_transfer_without_a_name_is_refused_and_a_long_reason_is_cut() {
        let nameless = answered("", &payment("", "<TxInfAndSts><TxSts>RJCT</TxSts></TxInfAndSts>"));
        assert_eq!(read(nameless.as_bytes()), Err(NotRead::Unreadable { line: 3, what: "OrgnlEndToEndId" }));
        let missing = answered("", "").replace("OrgnlMsgId", "MsgId");
        assert_eq!(read(missing.as_bytes()), Err(NotRead::Unreadable { line: 3, what: "OrgnlMsgId" }));
        let long = format!("<StsRsnInf>{}</StsRsnInf>", format!("<AddtlInf>{}</AddtlInf>", "é".repeat(100)).repeat(3));
        assert_eq!(of(&long, "").reason.map(|reason| reason.chars().count()), Some(200));
    }

    #[test]
    fn any_other_file_is_refused() {
        let file = answered("<GrpSts>ACTC</GrpSts>", &payment("", &transfer("T-1", "")));
        for other in ["", "MT940", "<Document/>", "<html></html>", &file.replace("pain.002", "pain.001")] {
            assert_eq!(read(other.as_bytes()), Err(NotRead::Unknown), "{other}");
        }
        for end in 0..file.len() {
            let refusal = read(&file.as_bytes()[..end]).unwrap_err();
            assert!(matches!(refusal, NotRead::Unknown | NotRead::Malformed(_)), "{end}: {refusal}");
        }
        assert_eq!(read(format!("{file}\n<A/>").as_bytes()), Err(NotRead::Malformed(6)));
        let bomb = file.replace("?>\n", "?>\n<!DOCTYPE a [<!ENTITY b 'c'>]>");
        assert_eq!(read(bomb.as_bytes()), Err(NotRead::Malformed(2)));
        assert_eq!(read(file.replace("T-1", "&b;").as_bytes()), Err(NotRead::Malformed(5)));
        let deep = format!("{}{}", "<a>".repeat(63), "</a>".repeat(63));
        assert_eq!(read(answered(&deep, "").as_bytes()), Err(NotRead::TooLarge));
        assert_eq!(read(answered("", &"<a/>".repeat(200_000)).as_bytes()), Err(NotRead::TooLarge));
        assert_eq!(read(&vec![b'<'; 11 * 1024 * 1024]), Err(NotRead::TooLarge));
        let latin: Vec<_> = file.replace("UTF-8", "ISO-8859-1").replace("T-1", "T-ä").chars().map(|c| u8::try_from(c).unwrap()).collect();
        assert_eq!(read(&latin).map(|answer| answer.transfers[0].id.clone()), Ok("T-ä".to_owned()));
    }
}
