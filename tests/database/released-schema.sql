-- The schema of the last release, as pg_dump --schema-only writes it.
CREATE FUNCTION public.access_of(uuid) RETURNS TABLE(access_to timestamp with time zone)
    LANGUAGE sql STABLE
    AS $_$SELECT max(CASE WHEN ends_at <= now() AND grace_ends_at > now() THEN grace_ends_at ELSE ends_at END)
       FROM access_grants WHERE user_id = $1 AND revoked_at IS NULL$_$;
CREATE TABLE public.access_grants (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    source text NOT NULL,
    source_id text NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    grace_ends_at timestamp with time zone
);
CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    user_id uuid,
    action text NOT NULL,
    ip text,
    request_id text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.content (
    id text NOT NULL,
    "position" integer NOT NULL,
    category text NOT NULL,
    voice text NOT NULL,
    topics text[] NOT NULL,
    duration_seconds integer NOT NULL,
    words jsonb NOT NULL,
    search jsonb DEFAULT '{}'::jsonb NOT NULL,
    image_url text NOT NULL,
    audio jsonb,
    retired_at timestamp with time zone
);
CREATE TABLE public.content_catalog (
    one_row boolean DEFAULT true NOT NULL,
    hash text NOT NULL,
    loaded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT content_catalog_one_row_check CHECK (one_row)
);
CREATE TABLE public.content_labels (
    kind text NOT NULL,
    id text NOT NULL,
    "position" integer NOT NULL,
    words jsonb NOT NULL,
    CONSTRAINT content_labels_kind_check CHECK ((kind = ANY (ARRAY['category'::text, 'voice'::text, 'topic'::text])))
);
CREATE TABLE public.content_plays (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    content_id text NOT NULL,
    day date NOT NULL,
    seconds integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.content_progress (
    user_id uuid NOT NULL,
    content_id text NOT NULL,
    status text NOT NULL,
    position_seconds integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT content_progress_check CHECK (((status = 'finished'::text) = (finished_at IS NOT NULL))),
    CONSTRAINT content_progress_status_check CHECK ((status = ANY (ARRAY['in_progress'::text, 'finished'::text])))
);
CREATE TABLE public.customers (
    user_id uuid NOT NULL,
    stripe_id text NOT NULL,
    read_started_at timestamp with time zone,
    closed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.development_mails (
    id uuid NOT NULL,
    mail jsonb NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.event_batches (
    day date NOT NULL,
    visit uuid NOT NULL,
    page bigint NOT NULL,
    n integer NOT NULL,
    funnel text NOT NULL,
    events json NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    counted_at timestamp with time zone
)
PARTITION BY RANGE (day);
CREATE TABLE public.event_batches_other (
    day date NOT NULL,
    visit uuid NOT NULL,
    page bigint NOT NULL,
    n integer NOT NULL,
    funnel text NOT NULL,
    events json NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    counted_at timestamp with time zone
);
CREATE TABLE public.funnel_versions (
    funnel text NOT NULL,
    version text NOT NULL,
    flow json NOT NULL,
    published_at timestamp with time zone DEFAULT now() NOT NULL,
    served_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.jobs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    leased_until timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    dead_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.lead_consents (
    id bigint NOT NULL,
    funnel text NOT NULL,
    step text NOT NULL,
    locale text NOT NULL,
    words text NOT NULL,
    published_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.lead_consents ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lead_consents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.leads (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    visit_key text NOT NULL,
    step text NOT NULL,
    contact text,
    kind text NOT NULL,
    funnel text NOT NULL,
    version text NOT NULL,
    locale text NOT NULL,
    consent_id bigint NOT NULL,
    source text NOT NULL,
    query jsonb NOT NULL,
    answers jsonb NOT NULL,
    answered_at bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.migrations (
    name text NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.one_time_tokens (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text])))
);
CREATE TABLE public.payments (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    plan text NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    amount integer NOT NULL,
    refunded_amount integer DEFAULT 0 NOT NULL,
    currency text NOT NULL,
    checkout_id text,
    checkout_url text,
    expires_at timestamp with time zone,
    asked_until timestamp with time zone,
    subscription_id text,
    invoice_id text,
    payment_intent_id text,
    document_url text,
    disputed boolean DEFAULT false NOT NULL,
    funnel text,
    utm_source text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    paid_at timestamp with time zone,
    refunded_at timestamp with time zone,
    visit_id uuid,
    tracking jsonb,
    CONSTRAINT payments_amount_check CHECK ((amount >= 0)),
    CONSTRAINT payments_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'renewal'::text]))),
    CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'expired'::text, 'refunded'::text])))
);
CREATE TABLE public.quiz_counts (
    funnel text NOT NULL,
    version text NOT NULL,
    day date NOT NULL,
    locale text NOT NULL,
    utm_source text NOT NULL,
    variants text NOT NULL,
    counts jsonb NOT NULL
);
CREATE TABLE public.quiz_visits (
    id uuid NOT NULL,
    funnel text NOT NULL,
    version text NOT NULL,
    seed text NOT NULL,
    first boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    locale text NOT NULL,
    utm_source text NOT NULL,
    variants jsonb NOT NULL,
    met jsonb NOT NULL,
    last_step text NOT NULL,
    outcome text,
    signed_up_at timestamp with time zone,
    paid_at timestamp with time zone
);
CREATE TABLE public.rate_limits (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    auth_generation integer NOT NULL,
    secret_hash bytea NOT NULL,
    rotation integer DEFAULT 0 NOT NULL,
    rotated_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);
CREATE TABLE public.stripe_events (
    id text NOT NULL,
    type text NOT NULL,
    payload jsonb NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    processed_at timestamp with time zone
);
CREATE TABLE public.subscriptions (
    id text NOT NULL,
    user_id uuid NOT NULL,
    plan text NOT NULL,
    status text NOT NULL,
    amount integer NOT NULL,
    currency text NOT NULL,
    period_start timestamp with time zone NOT NULL,
    period_end timestamp with time zone NOT NULL,
    cancel_at_period_end boolean NOT NULL,
    ended_at timestamp with time zone,
    pay_url text,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text,
    first_name text DEFAULT ''::text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    password_hash text,
    email_verified_at timestamp with time zone,
    auth_generation integer DEFAULT 0 NOT NULL,
    unsubscribe_id uuid DEFAULT gen_random_uuid() NOT NULL,
    unsubscribed_at timestamp with time zone,
    agreed_at timestamp with time zone NOT NULL,
    promo jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    role text DEFAULT 'member'::text NOT NULL,
    subscribed_at timestamp with time zone,
    CONSTRAINT users_check CHECK (((deleted_at IS NULL) = (email IS NOT NULL))),
    CONSTRAINT users_check1 CHECK (((deleted_at IS NULL) = (password_hash IS NOT NULL))),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['member'::text, 'analyst'::text])))
);
CREATE TABLE public.visits (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    funnel text NOT NULL,
    version text NOT NULL,
    answers jsonb NOT NULL,
    input jsonb NOT NULL,
    outcome text NOT NULL,
    topic text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    topics text[] DEFAULT '{}'::text[] NOT NULL,
    visit_id uuid
);
ALTER TABLE ONLY public.event_batches ATTACH PARTITION public.event_batches_other DEFAULT;
ALTER TABLE ONLY public.access_grants
    ADD CONSTRAINT access_grants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.access_grants
    ADD CONSTRAINT access_grants_source_source_id_key UNIQUE (source, source_id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.content_catalog
    ADD CONSTRAINT content_catalog_pkey PRIMARY KEY (one_row);
ALTER TABLE ONLY public.content_labels
    ADD CONSTRAINT content_labels_pkey PRIMARY KEY (kind, id);
ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.content_plays
    ADD CONSTRAINT content_plays_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.content_progress
    ADD CONSTRAINT content_progress_pkey PRIMARY KEY (user_id, content_id);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_stripe_id_key UNIQUE (stripe_id);
ALTER TABLE ONLY public.development_mails
    ADD CONSTRAINT development_mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event_batches
    ADD CONSTRAINT event_batches_pkey PRIMARY KEY (day, visit, page, n);
ALTER TABLE ONLY public.event_batches_other
    ADD CONSTRAINT event_batches_other_pkey PRIMARY KEY (day, visit, page, n);
ALTER TABLE ONLY public.funnel_versions
    ADD CONSTRAINT funnel_versions_pkey PRIMARY KEY (funnel, version);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lead_consents
    ADD CONSTRAINT lead_consents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.leads
    ADD CONSTRAINT leads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.leads
    ADD CONSTRAINT leads_visit_key_step_key UNIQUE (visit_key, step);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_checkout_id_key UNIQUE (checkout_id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_invoice_id_key UNIQUE (invoice_id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_payment_intent_id_key UNIQUE (payment_intent_id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.quiz_counts
    ADD CONSTRAINT quiz_counts_pkey PRIMARY KEY (funnel, day, version, locale, utm_source, variants);
ALTER TABLE ONLY public.quiz_visits
    ADD CONSTRAINT quiz_visits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stripe_events
    ADD CONSTRAINT stripe_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_unsubscribe_id_key UNIQUE (unsubscribe_id);
ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (id);
CREATE INDEX access_grants_of_user ON public.access_grants USING btree (user_id);
CREATE INDEX audit_log_by_time ON public.audit_log USING btree (at);
CREATE INDEX audit_log_of_entries ON public.audit_log USING btree (user_id, at) WHERE (action = ANY (ARRAY['login'::text, 'password_reset'::text, 'signup'::text]));
CREATE INDEX audit_log_of_user ON public.audit_log USING btree (user_id, at);
CREATE INDEX content_plays_by_day ON public.content_plays USING btree (user_id, day);
CREATE INDEX event_batches_waiting ON ONLY public.event_batches USING btree (received_at) WHERE (counted_at IS NULL);
CREATE INDEX event_batches_other_received_at_idx ON public.event_batches_other USING btree (received_at) WHERE (counted_at IS NULL);
CREATE INDEX jobs_of_recipient ON public.jobs USING btree (COALESCE((payload ->> 'userId'::text), (payload ->> 'email'::text))) WHERE (kind = 'mail'::text);
CREATE INDEX jobs_to_do ON public.jobs USING btree (run_at) WHERE (dead_at IS NULL);
CREATE UNIQUE INDEX lead_consents_once ON public.lead_consents USING btree (funnel, step, locale, md5(words));
CREATE INDEX leads_by_age ON public.leads USING btree (created_at);
CREATE INDEX leads_by_change ON public.leads USING btree (changed_at, id);
CREATE INDEX leads_of_contact ON public.leads USING btree (contact) WHERE (contact IS NOT NULL);
CREATE INDEX one_time_tokens_by_expiry ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_of_user ON public.one_time_tokens USING btree (user_id);
CREATE INDEX payments_by_day ON public.payments USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX payments_of_user ON public.payments USING btree (user_id, created_at DESC);
CREATE INDEX payments_of_visit ON public.payments USING btree (visit_id) WHERE (visit_id IS NOT NULL);
CREATE UNIQUE INDEX payments_open ON public.payments USING btree (user_id) WHERE (status = ANY (ARRAY['created'::text, 'pending'::text]));
CREATE INDEX quiz_visits_by_time ON public.quiz_visits USING btree (funnel, started_at DESC);
CREATE INDEX quiz_visits_converted ON public.quiz_visits USING btree (funnel, started_at) WHERE ((signed_up_at IS NOT NULL) OR (paid_at IS NOT NULL));
CREATE INDEX quiz_visits_of_visitor ON public.quiz_visits USING btree (funnel, seed, started_at);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);
CREATE INDEX stripe_events_by_time ON public.stripe_events USING btree (received_at);
CREATE INDEX stripe_events_waiting ON public.stripe_events USING btree (received_at) WHERE (processed_at IS NULL);
CREATE INDEX subscriptions_of_user ON public.subscriptions USING btree (user_id, created_at DESC);
CREATE INDEX subscriptions_running ON public.subscriptions USING btree (period_end) WHERE (ended_at IS NULL);
CREATE INDEX visits_of_user ON public.visits USING btree (user_id, created_at DESC);
ALTER INDEX public.event_batches_pkey ATTACH PARTITION public.event_batches_other_pkey;
ALTER INDEX public.event_batches_waiting ATTACH PARTITION public.event_batches_other_received_at_idx;
ALTER TABLE ONLY public.access_grants
    ADD CONSTRAINT access_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.content_plays
    ADD CONSTRAINT content_plays_content_id_fkey FOREIGN KEY (content_id) REFERENCES public.content(id);
ALTER TABLE ONLY public.content_plays
    ADD CONSTRAINT content_plays_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.content_progress
    ADD CONSTRAINT content_progress_content_id_fkey FOREIGN KEY (content_id) REFERENCES public.content(id);
ALTER TABLE ONLY public.content_progress
    ADD CONSTRAINT content_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.leads
    ADD CONSTRAINT leads_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES public.lead_consents(id);
ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
INSERT INTO public.migrations (name) VALUES ('0001_accounts'), ('0002_payments'), ('0003_content'), ('0004_events'), ('0005_consent'), ('0006_sources'), ('0007_leads');
