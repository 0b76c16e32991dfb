//! Inviting, joining, leaving.

use super::{Client, client, sign_up_body};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode},
};
use serde_json::{Value, json};
use sooner_application::testing::a_user;

/// What somebody without an account gives.
fn colleague() -> Value {
    let mut body = sign_up_body();
    body.as_object_mut().unwrap().remove("email");
    body["fname"] = json!("Vera");
    body["phone"] = json!("+4915112345670");
    body
}

/// Invites an address and answers the link's secret.
async fn invited<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    owner: &str,
    email: &str,
    role: &str,
) -> String {
    let answer = client.post("/semi-private/invitations", owner, json!({ "email": email, "role": role })).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert_eq!(answer.json()["data"]["role"], role);
    client.world.mailed_token().await.unwrap()
}

#[actix_web::test]
async fn a_colleague_without_an_account_joins_by_the_link() {
    let client = client().await;
    let owner = client.verified().await;
    let token = invited(&client, &owner, "vera@example.com", "preparer").await;
    let offer = client.by_link(&token, Method::GET, "/invitation", None, None).await.json();
    let expected = json!({ "email": "vera@example.com", "role": "preparer", "invitedBy": "Ada Brandt", "hasAccount": false });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(offer["data"][field], *value, "{field}");
    }
    let wrong = client.by_link(&token, Method::POST, "/invitation/accept", None, Some(json!({ "password": "short" }))).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"));
    for field in ["password", "fname", "lname", "country"] {
        assert!(wrong.json()["fields"][field].is_array(), "{field}");
    }
    let answer = client.by_link(&token, Method::POST, "/invitation/accept", None, Some(colleague())).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let vera = answer.json()["token"].as_str().unwrap().to_owned();
    let me = client.get("/semi-private/user", &vera).await.json();
    assert_eq!(
        (&me["data"]["userDetails"]["email"], &me["data"]["userDetails"]["emailVerified"]),
        (&json!("vera@example.com"), &json!(true))
    );
    assert_eq!(me["data"]["membership"], json!({ "role": "preparer", "rights": ["name_buyers", "enter_invoices", "manage_suppliers"] }));
    let again = client.by_link(&token, Method::POST, "/invitation/accept", None, Some(colleague())).await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "link_invalid"));

    let members = client.get("/semi-private/members", &vera).await.json();
    let seen: Vec<_> = members["data"].as_array().unwrap().iter().map(|member| (&member["name"], &member["isYou"])).collect();
    assert_eq!(seen, [(&json!("Ada Brandt"), &json!(false)), (&json!("Vera Brandt"), &json!(true))]);
    assert!(members["data"][1]["lastSignInAt"].is_string());
}

#[actix_web::test]
async fn whoever_may_not_is_told_which_right_it_takes() {
    let client = client().await;
    let owner = client.world.proven(a_user()).await.unwrap();
    let pete = client.world.joined(&owner, "pete@example.com", sooner_domain::parties::membership::MemberRole::Viewer).await.unwrap();
    client.world.memory.verify(pete.user.id());
    let token = client.world.session(pete.user.id()).await.unwrap();
    let allowed = client.get("/semi-private/onboarding", &token).await.json();
    assert_eq!(allowed["data"]["allowedActions"], json!([]));
    for (path, body, right) in [
        ("/semi-private/invitations", json!({ "email": "vera@example.com", "role": "viewer" }), "manage_members"),
        ("/semi-private/onboarding/submit", json!({}), "edit_application"),
        ("/semi-private/buyers", super::buyer_body(), "name_buyers"),
    ] {
        let answer = client.post(path, &token, body).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "forbidden"), "{path}");
        assert_eq!(answer.json()["right"], right, "{path}");
    }
}

#[actix_web::test]
async fn members_change_roles_and_leave_and_an_owner_stays() {
    let client = client().await;
    let owner = client.verified().await;
    let token = invited(&client, &owner, "vera@example.com", "viewer").await;
    let joined = client.by_link(&token, Method::POST, "/invitation/accept", None, Some(colleague())).await;
    let vera = joined.json()["token"].as_str().unwrap().to_owned();
    let members = client.get("/semi-private/members", &owner).await.json();
    let id = |place: usize| members["data"][place]["id"].as_str().unwrap().to_owned();
    let (ada_path, vera_path) = (format!("/semi-private/members/{}", id(0)), format!("/semi-private/members/{}", id(1)));
    let last = client.call(Method::DELETE, &ada_path, Some(&owner), None).await;
    assert_eq!((last.status, last.code().as_str()), (StatusCode::CONFLICT, "last_owner"));
    let role = |role: &str| Some(json!({ "role": role, "seen": "viewer" }));
    let unknown = client.call(Method::PUT, &vera_path, Some(&owner), role("chair")).await;
    assert_eq!(
        (unknown.status, unknown.json()["fieldCodes"]["role"][0]["code"].clone()),
        (StatusCode::UNPROCESSABLE_ENTITY, json!("not_listed"))
    );
    assert_eq!(client.call(Method::PUT, &vera_path, Some(&owner), role("approver")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.get("/semi-private/user", &vera).await.json()["data"]["membership"]["role"], "approver");
    let twice = client.post("/semi-private/invitations", &owner, json!({ "email": "vera@example.com", "role": "viewer" })).await;
    assert_eq!(twice.json()["fieldCodes"]["email"][0]["code"], "already_member");
    assert_eq!(client.call(Method::DELETE, &vera_path, Some(&owner), None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.get("/semi-private/user", &vera).await.status, StatusCode::UNAUTHORIZED, "her session ended at once");
}

#[actix_web::test]
async fn somebody_with_an_account_says_yes_and_their_unused_company_closes() {
    let client = client().await;
    let owner = client.verified().await;
    let bob = client.world.proven(a_user().email("bob@example.com").phone("+4915112345679")).await.unwrap();
    client.world.clock.advance(chrono::TimeDelta::minutes(1));
    let token = invited(&client, &owner, "bob@example.com", "viewer").await;
    let offer = client.by_link(&token, Method::GET, "/invitation", None, None).await.json();
    assert_eq!(offer["data"]["hasAccount"], true);
    let anew = client.by_link(&token, Method::POST, "/invitation/accept", None, Some(colleague())).await;
    assert_eq!((anew.status, anew.code().as_str()), (StatusCode::CONFLICT, "email_taken"));
    let join = "/semi-private/invitation/accept";
    let other = client.by_link(&token, Method::POST, join, Some(&owner), None).await;
    assert_eq!((other.status, other.code().as_str()), (StatusCode::FORBIDDEN, "forbidden"));
    let session = client.world.session(bob.user.id()).await.unwrap();
    assert_eq!(client.by_link(&token, Method::POST, join, Some(&session), None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.get("/semi-private/members", &session).await.json()["data"].as_array().unwrap().len(), 2);
}
