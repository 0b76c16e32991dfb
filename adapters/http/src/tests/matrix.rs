//! Who may do what: every operation of the contract × every kind of caller of both sides, and two companies that have nothing
//! to do with each other. An operation that is not in the table fails the test.

mod addresses;
mod deciding;
mod drafts;
mod figures;
mod growth;
mod own;
mod table;

pub(super) use deciding::written;

use super::{Answer, Client, buyer_body, client_in, client_that_reads, documents::invoice_upload, valid_body};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sooner_application::{
    approvals::changes::Change,
    facilities::changes::Change as FacilityChange,
    identity::{OperatorAccess, ports::AccessTokens},
    kernel::{commit::WriteContext, ids::Ids, turns::Bounds},
    papers::{
        changes::Change as PaperChange,
        ports::{FeeInvoice, FeeInvoiceFile, FeeInvoicePaper, Letter, LetterFile},
    },
    parties::{Member, changes::Change as PartyChange},
    payments::changes::Change as PaymentChange,
    receivables::{EnterCommand, SeenCommand, changes::Change as ReceivableChange, ports::Kept},
    testing::{
        HOME, PASSWORD, PDF, PlainTokens, World, a_user, complete_form, confirmed, facilities::terms, full_form, receivables::invoice,
    },
};
use sooner_domain::{
    approvals::{approval::Approval, proposal::Proposal},
    facilities::{
        facility::Facility,
        supplier::{Parts as SupplierParts, Supplier, SupplierDetails, SupplierId},
    },
    house::reference_code::ReferenceCode,
    identity::{
        operator::{OperatorRole, OperatorRoles},
        password::PlainPassword,
    },
    kernel::{
        audit::{AuditAction, Entry},
        canonical::Digest,
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        ids::{ApprovalId, CompanyId, DebtorId, FacilityId, ReceivableId},
        language::Language,
        minor::Minor,
        money::Currency,
        text::Line,
    },
    parties::{company::Company, debtor::Debtor, legal_entity::LegalEntity, membership::MemberRole},
    payments::payout::{BatchId, Owed, Payout, PayoutId, Purpose, Release},
    receivables::{
        fee_invoice::{FeeInvoiceId, FeeInvoiceNumber, FeeSum},
        notice::{NoticeId, NoticeKind},
        position::Position,
        receivable::{Entry as NewReceivable, Origin, Receivable},
        reference::Reference,
    },
};
use std::{fmt::Write, net::IpAddr};
use table::{For, SIGN, TABLE};

/// Two companies that have nothing to do with each other.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Side {
    /// Whose things the addresses name.
    Its,
    Another,
}

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Caller {
    Nobody,
    /// With the right password and no code yet.
    AwaitsCode,
    Unverified,
    /// Verified, in this role.
    Member(Side, MemberRole),
    /// In this role alone.
    Operator(OperatorRole),
    /// From whom every role was taken.
    OperatorWithoutRole,
    /// In every role, where the second factor is compulsory, and this one has none.
    OperatorWithoutFactor,
}

/// Whoever brought the company here.
const OWNER: Caller = Caller::Member(Side::Its, MemberRole::Owner);

fn callers() -> Vec<Caller> {
    let members =
        [Side::Its, Side::Another].into_iter().flat_map(|side| MemberRole::ALL.iter().map(move |role| Caller::Member(side, *role)));
    let operators = OperatorRole::ALL.iter().copied().map(Caller::Operator);
    let odd = [Caller::Nobody, Caller::AwaitsCode, Caller::Unverified, Caller::OperatorWithoutRole, Caller::OperatorWithoutFactor];
    odd.into_iter().chain(members).chain(operators).collect()
}

impl Caller {
    /// The role in their company: operators have one of their own.
    fn role(self) -> MemberRole {
        if let Self::Member(_, role) = self { role } else { MemberRole::Owner }
    }

    fn is_of_its_company(self) -> bool {
        matches!(self, Self::Member(Side::Its, _))
    }
}

impl For {
    /// One of those it is for.
    fn caller(self) -> Caller {
        match self {
            Self::OperatorWith(right) => Caller::Operator(*OperatorRole::ALL.iter().find(|role| role.may(right)).unwrap()),
            Self::Operator | Self::OperatorsOwn => Caller::Operator(OperatorRole::Admin),
            _ => OWNER,
        }
    }
}

/// What the cell says: a refusal by status and code, or none for "let in".
fn cell(operation: For, caller: Caller) -> Option<(StatusCode, &'static str)> {
    const SIGN_IN: Option<(StatusCode, &str)> = Some((StatusCode::UNAUTHORIZED, "unauthenticated"));
    const CODE: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "second_factor_required"));
    const VERIFY: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "verification_required"));
    const FORBIDDEN: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "forbidden"));
    const FACTOR: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "second_factor_missing"));
    const NOT_FOUND: Option<(StatusCode, &str)> = Some((StatusCode::NOT_FOUND, "not_found"));
    let found = |is_theirs: bool| if is_theirs { None } else { NOT_FOUND };
    match (operation, caller) {
        (For::Anybody, _) => None,
        (_, Caller::Nobody) => SIGN_IN,
        (For::Begun, _) => None,
        (_, Caller::AwaitsCode) => CODE,
        (For::OfCompany, _) => found(caller.is_of_its_company()),
        (For::SignedIn, _) => None,
        (For::Member(_) | For::Proven | For::Thing(_) | For::Proposed, Caller::Unverified) => VERIFY,
        (For::Proven, _) => None,
        (For::Member(right) | For::Thing(right), _) if !caller.role().may(right) => FORBIDDEN,
        (For::Member(_), _) => None,
        (For::Thing(_), _) => found(caller.is_of_its_company()),
        (For::Own | For::Proposed, _) => found(caller == OWNER),
        (For::ThingOr(right), Caller::Operator(role)) => found(role.may(right)),
        (For::ThingOr(_), _) => found(caller.is_of_its_company()),
        (For::Operator | For::OperatorWith(_) | For::OperatorsOwn, Caller::OperatorWithoutFactor) => FACTOR,
        (For::Operator, Caller::Operator(_)) => None,
        (For::OperatorWith(right), Caller::Operator(role)) if role.may(right) => None,
        (For::OperatorsOwn, Caller::Operator(_)) => NOT_FOUND,
        (For::Operator | For::OperatorWith(_) | For::OperatorsOwn, _) => FORBIDDEN,
    }
}

/// Somebody verified, whose company has handed in its application.
async fn applicant(world: &World, email: &str, phone: &str) -> Member {
    let token = world.verified(a_user().email(email).phone(phone)).await.unwrap();
    let me = world.parties().member(&token).await.unwrap().unwrap();
    world.fill_in(&me).await.unwrap();
    world.onboarding().submit(&me, None).await.unwrap();
    me
}

/// The company whose things the addresses name.
struct Scene {
    owner: Member,
    /// A member nobody calls as.
    colleague: Member,
    invitation: String,
    approval: String,
    entry: String,
    facility: String,
    debtor: String,
    /// A draft, and its file.
    receivable: String,
    file: String,
    /// What operators see of the company: it was handed in.
    examined: String,
    examined_file: String,
    /// On the company's list.
    supplier: String,
    /// The company's own, on another one's list.
    place: String,
    payable: String,
}

/// A world with two companies, a colleague and an invitation in one of them and a change of its bank account that waits; and the
/// token of one caller.
async fn scene(caller: Caller) -> (World, Scene, Option<String>) {
    let operators = if caller == Caller::OperatorWithoutFactor { OperatorAccess::BySecondFactor } else { OperatorAccess::ByPassword };
    let world = World { operators, ..World::default() };
    let owner = applicant(&world, "ada@example.com", "+4915112345678").await;
    let (scene, token) = scene_of(&world, owner, caller).await;
    (world, scene, token)
}

/// The same around this person's company.
async fn scene_of(world: &World, owner: Member, caller: Caller) -> (Scene, Option<String>) {
    let colleague = world.joined(&owner, "cleo@example.com", MemberRole::Viewer).await.unwrap();
    let invitation =
        world.parties().invite(&confirmed(&owner), EmailAddress::parse("dora@example.com").unwrap(), MemberRole::Viewer).await.unwrap();
    let (before, after) = (complete_form().bank_account, full_form().bank_account);
    let proposal = Proposal::BankAccount { company: owner.membership.company, before: Box::new(before), after: Box::new(after) };
    let approval = Approval::propose(ApprovalId(world.ids.next()), proposal, owner.user.id(), world.clock_now());
    let entry = Entry::own(owner.user.id(), AuditAction::ApprovalProposed, world.clock_now());
    let changes = vec![Change::Proposed(Box::new(approval.clone()))];
    world.store().approvals.commit(changes, WriteContext::of(entry)).await.unwrap();
    let (facility, debtor) = agreed(world, &owner).await;
    let entry = super::ledger::booked(world).await.to_string();
    let (receivable, file) = entered(world, &owner, "RE-1").await;
    let (examined, examined_file) = entered(world, &owner, "RE-2").await;
    hand_in(world, &owner, &examined).await;
    let [supplier, place, payable] = supplied(world, &owner).await;
    super::end_of_day::failed(world, "bank EUR").await;
    ordered(world, &owner).await;
    let token = token_of(world, &owner, caller).await;
    let (invitation, approval) = (invitation.id.to_string(), approval.id.to_string());
    let scene = Scene {
        owner,
        colleague,
        invitation,
        approval,
        entry,
        facility,
        debtor,
        receivable,
        file,
        examined,
        examined_file,
        supplier,
        place,
        payable,
    };
    (scene, token)
}

/// Terms that wait for the company, and a debtor.
async fn agreed(world: &World, owner: &Member) -> (String, String) {
    let (now, by) = (world.clock_now(), owner.user.id());
    let context = || WriteContext::of(Entry::own(by, AuditAction::TermsProposed, now));
    let facility = Facility::propose(FacilityId(world.ids.next()), owner.membership.company, terms("EUR", 1_200).unwrap(), by, now);
    let proposed = FacilityChange::FacilityProposed(Box::new(facility.clone()));
    world.store().facilities.commit(vec![proposed], context()).await.unwrap();
    let name = Line::parse("Nordwind AG").unwrap();
    let entity = LegalEntity::registered(CountryCode::parse("NL").unwrap(), &name);
    let debtor = Debtor::new(DebtorId(world.ids.next()), entity, name, now);
    world.store().parties.commit(vec![PartyChange::DebtorAdded(debtor.clone())], context()).await.unwrap();
    world.store().papers.commit(vec![PaperChange::LetterMade(Box::new(letter_to(&debtor, now)))], context()).await.unwrap();
    (facility.parts().id.to_string(), debtor.id().to_string())
}

/// A letter to a debtor.
const LETTER: &str = "018f0000-0000-7000-8000-00000000000c";

fn letter_to(debtor: &Debtor, now: DateTime<Utc>) -> LetterFile {
    let letter = Letter {
        id: NoticeId(LETTER.parse().unwrap()),
        kind: NoticeKind::Release,
        debtor: debtor.id(),
        made_on: now.date_naive(),
        language: Language::English,
        sent_to: EmailAddress::parse("piet@example.net").unwrap(),
        claims: 1,
        accounts: Vec::new(),
        sha256: Digest([1; 32]),
        made_at: now,
    };
    LetterFile { letter, code_hash: Digest([1; 32]), content: PDF.to_vec(), about: Vec::new() }
}

/// An invoice of this number that the company entered, with a file.
async fn entered(world: &World, owner: &Member, number: &str) -> (String, String) {
    let (by, cases) = (owner.membership, world.use_cases());
    let buyer = world.onboarding().buyers(by.company).await.unwrap()[0].id;
    let command = EnterCommand { by, buyer, facts: invoice(number, 1_000_000).unwrap(), request: None };
    let id = cases.receivables.enter(command).await.unwrap().receivable().id();
    world.attach(id, by, "invoice").await.unwrap();
    let file = cases.receivables.shown(id, &by).await.unwrap().receivable().parts().documents[0].id;
    (id.to_string(), file.to_string())
}

/// The company hands in what it entered.
async fn hand_in(world: &World, owner: &Member, entered: &str) {
    let (by, id, cases) = (owner.membership, ReceivableId(entered.parse().unwrap()), world.use_cases());
    let version = cases.receivables.shown(id, &by).await.unwrap().receivable().parts().version;
    cases.receivables.submit(id, SeenCommand { by, version, request: None }).await.unwrap();
}

/// Payouts that were released together.
const BATCH: &str = "018f0000-0000-7000-8000-00000000000b";

/// What the company was invoiced for fees.
const FEE_INVOICE: &str = "018f0000-0000-7000-8000-00000000000d";

/// A batch that waits for the bank, and an invoice for fees.
async fn ordered(world: &World, owner: &Member) {
    let (company, by, at) = (owner.membership.company, owner.user.id(), world.clock_now());
    let (about, currency, on) = (ReceivableId(world.ids.next()), Currency::parse("EUR").unwrap(), at.date_naive());
    let owed = Owed { company, about, fact: None, purpose: Purpose::Advance, currency, gross: Minor::new(100), on };
    let batch = Some(BatchId(BATCH.parse().unwrap()));
    let release = Release { batch, by, at, on, set_off: Minor::ZERO, account: Box::default() };
    let payout = Payout::due(PayoutId(world.ids.next()), owed).released(release).unwrap();
    let context = WriteContext::of(Entry::own(by, AuditAction::PayoutsReleased, at));
    world.store().payments.commit(vec![PaymentChange::PayoutAdded(Box::new(payout))], context).await.unwrap();
    let number = FeeInvoiceNumber { year: 2026, place: 1 };
    let id = FeeInvoiceId(FEE_INVOICE.parse().unwrap());
    let invoice = FeeInvoice { id, company, number, month: on, made_on: on, made_at: at, currency, sum: FeeSum::default() };
    let papers = vec![FeeInvoicePaper { language: Language::English, content: PDF.to_vec(), sha256: Digest([1; 32]) }];
    let change = PaperChange::FeesInvoiced(Box::new(FeeInvoiceFile { invoice, lines: Vec::new(), papers }));
    world.store().papers.commit(vec![change], WriteContext::of(Entry::own(by, AuditAction::PaperMade, at))).await.unwrap();
}

/// A supplier of the company, its own place on another company's list, and something it is to pay.
async fn supplied(world: &World, owner: &Member) -> [String; 3] {
    let (now, own, name) = (world.clock_now(), owner.membership.company, Line::parse("Lind").unwrap());
    let details = SupplierDetails {
        legal_name: name.clone(),
        country: CountryCode::parse("DE").unwrap(),
        registration_number: name,
        email: EmailAddress::parse("lena@lind.example").unwrap(),
    };
    let new = || Company::new(CompanyId(world.ids.next()), now);
    let (made, buyer) = (new(), new());
    let supplier = Supplier::invite(SupplierId(world.ids.next()), made.id, details.clone(), &owner.membership, now).unwrap();
    let parts = SupplierParts { id: SupplierId(world.ids.next()), buyer: buyer.id, company: own, ..supplier.parts().clone() };
    let place = Supplier::restore(parts);
    let (number, _) = world.store().receivables.next_number().await.unwrap();
    let reference = Reference::new(ReferenceCode::parse("K7QM").unwrap(), number);
    let (id, origin) = (ReceivableId(world.ids.next()), Origin::Programme { buyer: own });
    let new = NewReceivable { id, reference, origin, seller: made.id, debtor: None, facts: invoice("L-1", 1_000_000).unwrap() };
    let receivable = Receivable::enter(new, &owner.membership, now).unwrap();
    let kept = Kept { receivable, fingerprint: None, position: Position::default() };
    let listed = |supplier: &Supplier| FacilityChange::SupplierAdded { supplier: Box::new(supplier.clone()), max: 9 };
    let changes = vec![
        PartyChange::CompanyAdded(made).into(),
        PartyChange::CompanyAdded(buyer).into(),
        listed(&supplier).into(),
        listed(&place).into(),
        ReceivableChange::ReceivableAdded(Box::new(kept)),
    ];
    let context = WriteContext::of(Entry::own(owner.user.id(), AuditAction::SupplierInvited, now));
    world.store().receivable_changes.commit(changes, context).await.unwrap();
    [supplier.id().to_string(), place.id().to_string(), id.to_string()]
}

async fn token_of(world: &World, owner: &Member, caller: Caller) -> Option<String> {
    let other = a_user().email("bob@example.com").phone("+4915112345679");
    let signed = |me: &Member| Some(world.tokens.sign(&me.session).unwrap());
    match caller {
        Caller::Nobody => None,
        Caller::Unverified => Some(world.signed_up(other).await.unwrap()),
        Caller::Member(side, role) => {
            let owner = match side {
                Side::Its => owner.clone(),
                Side::Another => applicant(world, "bob@example.com", "+4915112345679").await,
            };
            if role == MemberRole::Owner {
                return signed(&owner);
            }
            let me = world.joined(&owner, "mia@example.com", role).await.unwrap();
            world.memory.verify(me.user.id());
            signed(&me)
        }
        Caller::Operator(role) => signed(&world.operator_of("olga@example.com", [role].into_iter().collect()).await.unwrap()),
        Caller::OperatorWithoutRole => {
            let me = world.operator().await.unwrap();
            world.parties().set_roles(me.user.email(), OperatorRoles::default()).await.unwrap();
            signed(&me)
        }
        Caller::OperatorWithoutFactor => signed(&world.operator().await.unwrap()),
        Caller::AwaitsCode => {
            let identity = world.identity();
            let me = world.proven(other).await.unwrap();
            let begun = identity.begin_second_factor(&confirmed(&me)).await.unwrap().id;
            identity.confirm_second_factor(&me, begun, &PlainTokens::code(begun, world.clock_now()), HOME).await.unwrap();
            let (email, password) = (EmailAddress::parse("bob@example.com").unwrap(), PlainPassword::parse_typed(PASSWORD).unwrap());
            Some(identity.sign_in(&email, password, IpAddr::from([192, 0, 2, 9])).await.unwrap().token)
        }
    }
}

impl Scene {
    /// The address of the company's thing.
    async fn address(&self, world: &World, path: &str) -> String {
        address_of(world, &self.owner, path)
            .await
            .replace("{invitation}", &self.invitation)
            .replace("{approval}", &self.approval)
            .replace("{entry}", &self.entry)
            .replace("{facility}", &self.facility)
            .replace("{debtor}", &self.debtor)
            .replace("{receivable}", &self.receivable)
            .replace("{examined}", &self.examined)
            .replace("{file}", &self.file)
            .replace("{supplier}", &self.supplier)
            .replace("{place}", &self.place)
            .replace("{payable}", &self.payable)
            .replace("{colleague}", &self.colleague.user.id().to_string())
    }
}

async fn address_of(world: &World, owner: &Member, path: &str) -> String {
    let application = world.onboarding().view(owner.membership).await.unwrap().application;
    let document = application.documents()[0].id.to_string();
    let buyer = world.onboarding().buyers(owner.membership.company).await.unwrap()[0].id.to_string();
    let id = match path {
        _ if path.starts_with("/semi-private/documents") => document.clone(),
        _ if path.starts_with("/semi-private/buyers") => buyer.clone(),
        _ if path.starts_with("/semi-private/auth/sessions") => owner.session.id.to_string(),
        _ if path.starts_with("/semi-private/members") => "{colleague}".to_owned(),
        _ if path.starts_with("/semi-private/invitations") => "{invitation}".to_owned(),
        _ if path.contains("/approvals/") => "{approval}".to_owned(),
        _ if path.contains("/ledger/") => "{entry}".to_owned(),
        _ if path.contains("/facilities/") => "{facility}".to_owned(),
        _ if path.contains("/suppliers/") => "{supplier}".to_owned(),
        _ if path.contains("/supplier-programmes/") => "{place}".to_owned(),
        _ if path.contains("/payables/") => "{payable}".to_owned(),
        _ if path.contains("/operator/receivables/") => "{examined}".to_owned(),
        _ if path.contains("/receivables/") => "{receivable}".to_owned(),
        _ if path.contains("/debtors/") => "{debtor}".to_owned(),
        _ if path.contains("/letters/") => LETTER.to_owned(),
        _ if path.contains("/batches/") => BATCH.to_owned(),
        _ if path.contains("/fee-invoices/") => FEE_INVOICE.to_owned(),
        _ if path.contains("/companies/") => owner.membership.company.to_string(),
        _ => application.parts().id.to_string(),
    };
    // Taking a file of an invoice away names the version that was seen.
    let document = if path.contains("/receivables/") { "{file}?version=1".to_owned() } else { document };
    let filled = path.replace("{id}", &id).replace("{document}", &document).replace("{buyer}", &buyer);
    // What it would cost is asked of a way to be paid.
    let filled = if filled.ends_with("/automatic") { format!("{filled}?mode=all") } else { filled };
    // Merging is looked at with another debtor.
    let filled = if filled.ends_with("/merge") { format!("{filled}?into={{debtor}}") } else { filled };
    // A month is asked for in a currency.
    let filled = if filled.contains("/statements/{month}") { format!("{filled}?currency=EUR&treatment=sale") } else { filled };
    filled
        .replace("{month}", "2026-06")
        .replace("{number}", "1")
        .replace("{batch}", BATCH)
        .replace("{payer}", BATCH)
        .replace("{account}", "bank.EUR")
        .replace("{date}", super::end_of_day::FAILED)
}

/// Here it is the file that is looked at before whose the invoice is.
const UPLOAD: &str = "POST /semi-private/receivables/{id}/documents";

async fn upload<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    address: &str,
    token: Option<&str>,
) -> Answer {
    let request = TestRequest::post().uri(address).insert_header((header::CONTENT_TYPE, "multipart/form-data; boundary=edge"));
    let request = match token {
        Some(token) => request.insert_header((header::AUTHORIZATION, format!("Bearer {token}"))),
        None => request,
    };
    client.send(request.set_payload(invoice_upload("invoice.pdf", "application/pdf", PDF))).await
}

/// In several threads: no other test takes as long.
#[test]
fn every_operation_lets_in_whom_it_is_for_and_nobody_else() {
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let paths = contract["paths"].as_object().unwrap().iter();
    let operations: Vec<(String, &str)> = paths
        .flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.as_str())))
        .collect();
    for (method, path) in &operations {
        let name = format!("{method} {path}");
        assert!(TABLE.iter().any(|(operation, _)| *operation == name), "{name} is not in the table");
    }
    assert_eq!(operations.len(), TABLE.len(), "the table has operations that the contract has not");
    let (callers, operations) = (callers(), &operations);
    std::thread::scope(|scope| {
        for share in callers.chunks(callers.len().div_ceil(4)) {
            scope.spawn(move || {
                actix_web::rt::System::new().block_on(async {
                    for caller in share {
                        Box::pin(is_let_in_where_it_may(*caller, operations)).await;
                    }
                });
            });
        }
    });
}

async fn is_let_in_where_it_may(caller: Caller, operations: &[(String, &str)]) {
    let mut kept = None;
    for (method, path) in operations {
        let name = format!("{method} {path}");
        let (_, whom) = TABLE.iter().find(|(operation, _)| *operation == name).unwrap();
        // For these the body is looked at before whose the thing is.
        let body = match name.as_str() {
            "PUT /semi-private/buyers/{id}" => Some(buyer_body()),
            "PUT /semi-private/members/{id}" => Some(valid_body(&name)),
            "POST /operator/approvals/{id}/approve" | "POST /operator/approvals/{id}/refuse" => Some(valid_body(&name)),
            _ if *whom == SIGN => Some(valid_body(&name)),
            _ if ["/receivables", "/suppliers/", "/supplier-programmes/", "/payables/"].iter().any(|part| path.contains(part))
                && matches!(method.as_str(), "POST" | "PUT") =>
            {
                Some(valid_body(&name))
            }
            _ => None,
        };
        let (client, scene, token) = match kept.take() {
            Some(unchanged) => unchanged,
            None => {
                let (world, scene, token) = scene(caller).await;
                (client_in(world).await, scene, token)
            }
        };
        let address = scene.address(&client.world, path).await;
        // The house has no file of a draft.
        let address = match caller {
            Caller::Operator(_) if method == "GET" => {
                address.replace(&scene.receivable, &scene.examined).replace(&scene.file, &scene.examined_file)
            }
            _ => address,
        };
        let answer = match name.as_str() {
            UPLOAD => upload(&client, &address, token.as_deref()).await,
            _ => client.call(method.parse().unwrap(), &address, token.as_deref(), body).await,
        };
        match cell(*whom, caller) {
            Some((status, code)) => {
                assert_eq!((answer.status, answer.code().as_str()), (status, code), "{name} by {caller:?}");
                // Who was turned away changed nothing.
                kept = Some((client, scene, token));
            }
            // What it then says of an empty request is another test's business.
            None => assert!(
                !matches!(answer.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND)
                    // No statement was imported, and no receipt came.
                    || (["/operator/statement-lines/", "/operator/held-lines/", "/operator/receipts/{id}/entries"].iter().any(|begin| path.starts_with(begin))
                        && answer.status == StatusCode::NOT_FOUND)
                    // No receipt was entered, and this names nothing else that could be refused first.
                    || (path.ends_with("/bring-back") && answer.status == StatusCode::NOT_FOUND)
                    // Nobody matched a payer.
                    || (path.ends_with("/forget") && answer.status == StatusCode::NOT_FOUND),
                "{name} by {caller:?}: {}",
                answer.status
            ),
        }
    }
}

#[actix_web::test]
async fn who_may_do_what_is_one_table() {
    let mut table = String::new();
    for (operation, whom) in TABLE {
        let letters = callers().into_iter().map(|caller| if cell(*whom, caller).is_none() { 'x' } else { '.' });
        writeln!(table, "{} {operation}", letters.collect::<String>()).unwrap();
    }
    let heads: Vec<_> = callers().iter().enumerate().map(|(number, caller)| format!("{number}: {caller:?}")).collect();
    insta::assert_snapshot!(format!("{}\n\n{table}", heads.join("\n")));
}

#[actix_web::test]
async fn no_operator_looks_at_or_decides_on_their_own_company() {
    let world = World::default();
    let me = world.operator().await.unwrap();
    world.fill_in(&me).await.unwrap();
    world.onboarding().submit(&me, None).await.unwrap();
    let client = client_in(world).await;
    let token = client.world.tokens.sign(&me.session).unwrap();
    let before = client.world.onboarding().view(me.membership).await.unwrap();
    let on_a_case = |operation: &str| operation.contains("/applications/{id}");
    for (operation, _) in TABLE.iter().filter(|(operation, _)| on_a_case(operation)) {
        let (method, path) = operation.split_once(' ').unwrap();
        let request = TestRequest::default()
            .method(method.parse().unwrap())
            .uri(&address_of(&client.world, &me, path).await)
            .insert_header(("authorization", format!("Bearer {token}")))
            .insert_header(("idempotency-key", operation.replace(' ', "-")));
        let answer = client.send(if method == "GET" { request } else { request.set_json(valid_body(operation)) }).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "own_company"), "{operation}");
    }
    for asked in ["?status=1", "?search=brandt", "?mine=true", "?unassigned=true"] {
        let queue = client.get(&format!("/operator/applications{asked}"), &token).await.json()["data"]["applications"].clone();
        assert_eq!(queue, serde_json::json!([]), "{asked}");
    }
    assert_eq!(client.world.onboarding().view(me.membership).await.unwrap(), before);
}

#[actix_web::test]
async fn no_write_of_the_contract_is_without_the_accounts_limit() {
    let mut writes = 0;
    for (operation, whom) in TABLE.iter().filter(|(operation, whom)| !operation.starts_with("GET ") && *whom != For::Anybody) {
        let (method, path) = operation.split_once(' ').unwrap();
        let (world, scene, token) = scene(whom.caller()).await;
        let address = scene.address(&world, path).await;
        let client = client_in(World { account_writes: 0, ..world }).await;
        let answer = client.call(method.parse().unwrap(), &address, token.as_deref(), None).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"), "{operation}");
        assert_eq!(answer.json()["usedUp"], "writes", "{operation}");
        assert!(answer.headers.contains_key("retry-after"), "{operation}");
        writes += 1;
    }
    assert!(writes >= 30, "{writes}");
}

/// Every read of the contract by a caller it is open to is refused as one too many.
async fn every_read_is_refused(in_world: fn(World) -> World, bounds: Bounds) {
    let mut reads = 0;
    for (operation, open_to) in TABLE.iter().filter(|(operation, open_to)| operation.starts_with("GET ") && *open_to != For::Anybody) {
        let path = operation.trim_start_matches("GET ");
        let (world, scene, token) = scene(open_to.caller()).await;
        let address = scene.address(&world, path).await;
        let client = client_that_reads(in_world(world), bounds).await;
        let answer = client.call(Method::GET, &address, token.as_deref(), None).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"), "{operation}");
        assert_eq!(answer.json()["usedUp"], "reads", "{operation}");
        assert!(answer.headers.contains_key("retry-after"), "{operation}");
        reads += 1;
    }
    assert!(reads >= 80, "{reads}");
}

#[actix_web::test]
async fn no_read_of_the_contract_is_without_the_accounts_limit() {
    every_read_is_refused(|world| World { account_reads: 0, ..world }, Bounds { places: 1, each: 1, newcomers: 1, waiting: 1 }).await;
}

#[actix_web::test]
async fn no_read_of_the_contract_passes_its_turn_by() {
    every_read_is_refused(|world| world, Bounds { places: 1, each: 1, newcomers: 1, waiting: 0 }).await;
}

#[actix_web::test]
async fn a_parameter_that_an_operation_does_not_have_is_refused_by_its_name() {
    let contract = serde_json::to_value(crate::openapi()).unwrap();
    let mut kept: Vec<(Caller, _, Scene, Option<String>)> = Vec::new();
    let mut asked = 0;
    for (operation, open_to) in TABLE {
        let (method, path) = operation.split_once(' ').unwrap();
        let parameters = contract["paths"][path][method.to_lowercase()]["parameters"].as_array().into_iter().flatten();
        let known: Vec<_> = parameters.filter(|it| it["in"] == "query").filter_map(|it| it["name"].as_str()).collect();
        if known.is_empty() {
            continue;
        }
        let caller = open_to.caller();
        let at = match kept.iter().position(|(of, ..)| *of == caller) {
            Some(at) => at,
            None => {
                let (world, scene, token) = scene(caller).await;
                kept.push((caller, client_in(world).await, scene, token));
                kept.len() - 1
            }
        };
        let (_, client, scene, token) = &kept[at];
        let address = scene.address(&client.world, path).await;
        let query = known.iter().fold(String::from("nosuch=1"), |query, name| format!("{query}&{name}=1"));
        let address = format!("{}?{query}", address.split('?').next().unwrap());
        let answer = client.call(method.parse().unwrap(), &address, token.as_deref(), Some(valid_body(operation))).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::BAD_REQUEST, "malformed_request"), "{operation}");
        let refused: Vec<_> = answer.json()["fieldCodes"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(refused, ["nosuch"], "{operation} says that it has {known:?}");
        if *open_to != For::Anybody {
            let stranger = client.call(method.parse().unwrap(), &address, None, Some(valid_body(operation))).await;
            assert_eq!(stranger.status, StatusCode::UNAUTHORIZED, "{operation}");
        }
        asked += 1;
    }
    assert!(asked >= 40, "{asked}");
}

/// Files that are the same for every caller, and lists of which each is short by its nature.
const SHORT: &[&str] = &[
    "/operator/debtors/{id}/letters",
    "/operator/operators",
    "/operator/terms/advertised",
    "/quote",
    "/semi-private/auth/sessions",
    "/semi-private/buyers",
    "/semi-private/facilities",
    "/semi-private/fee-invoices",
    "/semi-private/invitations",
    "/semi-private/members",
    "/semi-private/payables/import/template",
    "/semi-private/programmes",
    "/semi-private/receivables/import/template",
    "/semi-private/supplier-programmes",
    "/semi-private/suppliers/import/template",
];

/// A schema of the contract, followed to where it is written.
fn resolved<'a>(contract: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => resolved(contract, &contract["components"]["schemas"][name.trim_start_matches("#/components/schemas/")]),
        None => schema,
    }
}

#[actix_web::test]
async fn a_read_is_a_page_a_thing_or_dear() {
    let contract = serde_json::to_value(crate::openapi()).unwrap();
    let (mut unnamed, mut lists) = (Vec::new(), 0);
    for (path, operations) in contract["paths"].as_object().unwrap() {
        let Some(read) = operations.get("get") else { continue };
        let parameters: Vec<_> = read["parameters"].as_array().into_iter().flatten().filter_map(|it| it["name"].as_str()).collect();
        let is_page = ["after", "before", "cursor"].iter().any(|name| parameters.contains(name));
        let json = &read["responses"]["200"]["content"]["application/json"]["schema"];
        let is_list = resolved(&contract, &resolved(&contract, json)["properties"]["data"])["type"] == "array";
        lists += usize::from(is_list);
        let is_named = crate::session::DEAR_READS.contains(&path.as_str()) || SHORT.contains(&path.as_str());
        if !is_page && (json.is_null() || is_list) && !is_named && !path.starts_with("/health/") {
            unnamed.push(path.clone());
        }
    }
    assert_eq!(unnamed, [""; 0]);
    assert!(lists > 20, "{lists}");
}
