"""Django with django-allauth (headless), on the database of a seeded Sooner: the same accounts, hashes and buyers.

python peer.py prepare     makes its tables and accounts
gunicorn peer:application  serves

The database is in DATABASE, as libpq spells it.
"""

import os
import sys

import django
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2id(Argon2PasswordHasher):
    """The parameters of Sooner."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1


if not settings.configured:
    settings.configure(
        SECRET_KEY="a secret of the bench, long enough for production",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="peer",
        USE_TZ=True,
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "allauth",
            "allauth.account",
            "allauth.headless",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "allauth.account.middleware.AccountMiddleware",
        ],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
        AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
        PASSWORD_HASHERS=["peer.Argon2id"],
        ACCOUNT_LOGIN_METHODS={"email"},
        ACCOUNT_SIGNUP_FIELDS=["email*", "password1*"],
        ACCOUNT_RATE_LIMITS=False,
        HEADLESS_ONLY=True,
        HEADLESS_CLIENTS=["app"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "CONN_MAX_AGE": None,
                **dict(part.split("=") for part in os.environ["DATABASE"].split(" ")),
            }
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        LOGGING_CONFIG=None,
    )
    django.setup()

from allauth.headless.internal.sessionkit import authenticate_by_x_session_token  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpResponse, JsonResponse  # noqa: E402
from django.urls import include, path  # noqa: E402


class Buyer(models.Model):
    """Sooner's table."""

    id = models.UUIDField(primary_key=True)
    company_id = models.UUIDField()
    legal_name = models.TextField()
    country = models.TextField()
    registration_number = models.TextField()
    contact_name = models.TextField()
    contact_email = models.TextField()
    volume_minor = models.BigIntegerField()
    volume_currency = models.TextField()
    payment_terms_days = models.IntegerField()
    status = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        app_label = "peer"
        db_table = "buyers"
        managed = False


def me(request):
    """Who is signed in, with their buyers."""
    found = authenticate_by_x_session_token(request.headers.get("Authorization", "").removeprefix("Bearer "))
    if not found:
        return HttpResponse(status=401)
    user, _ = found
    # The account keeps the id of the seeded user as its name; everybody's company has the id of its founder.
    buyers = Buyer.objects.filter(company_id=user.username).order_by("id")
    details = {"id": user.username, "email": user.email, "firstName": user.first_name, "lastName": user.last_name}
    return JsonResponse({"user": details, "buyers": list(buyers.values())})


urlpatterns = [
    path("me", me),
    path("health", lambda request: HttpResponse()),
    path("_allauth/", include("allauth.headless.urls")),
]
application = get_wsgi_application()


def prepare():
    """Makes tables and accounts."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO auth_user (password, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined)"
            " SELECT 'argon2' || password_hash, FALSE, id::text, fname, lname, email, FALSE, TRUE, created_at FROM users"
        )
        cursor.execute(
            "INSERT INTO account_emailaddress (email, verified, \"primary\", user_id) SELECT email, TRUE, TRUE, id FROM auth_user"
        )


if __name__ == "__main__" and sys.argv[1:] == ["prepare"]:
    prepare()
