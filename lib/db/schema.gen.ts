// Made by "npm run types:db" from the migrated database. Do not edit.

/** What a jsonb column holds. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** What the driver makes of an interval. */
export type PostgresInterval = {
  years?: number;
  months?: number;
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  milliseconds?: number;
};

/** A row of activations. */
export type ActivationsRow = {
  id: number;
  user_id: number;
  service_id: number;
  country_id: number;
  wanted_operator: string;
  offer_id: number;
  supplier_id: number;
  supplier_kind: string;
  operator: string;
  number: number | null;
  supplier_ref: number | null;
  state: string;
  price_kopecks: number;
  max_price_kopecks: number | null;
  cost_kopecks: number;
  offer_version: number;
  hold_id: number;
  idempotency_key: string;
  input_hash: string;
  channel: string;
  hold_minutes: number;
  due_at: Date;
  expires_at: Date;
  wants_more: boolean;
  messages_count: number;
  requested_at: Date;
  issued_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  close_reason: string | null;
};

/** A row of activations_bans. */
export type ActivationsBansRow = {
  id: number;
  user_id: number;
  reason: string;
  starts_at: Date;
  ends_at: Date;
  note: string;
  made_by: number | null;
  lifted_at: Date | null;
  lifted_by: number | null;
  lift_note: string | null;
};

/** A row of activations_choices. */
export type ActivationsChoicesRow = {
  activation_id: number;
  min_price_kopecks: number | null;
  supplier_ids: number[] | null;
  excluded_suppliers: number[];
  excluded_prefixes: string[];
  created_at: Date;
};

/** A row of activations_messages. */
export type ActivationsMessagesRow = {
  id: number;
  activation_id: number;
  sms_id: number;
  sender: string | null;
  sealed_text: string | null;
  sealed_code: string | null;
  late: boolean;
  received_at: Date;
};

/** A row of activations_outcomes. */
export type ActivationsOutcomesRow = {
  id: number | null;
  user_id: number | null;
  service_id: number | null;
  country_id: number | null;
  state: string | null;
  price_kopecks: number | null;
  requested_at: Date | null;
  issued_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  supplier_kind: string | null;
  cost_kopecks: number | null;
  supplier_id: number | null;
  operator: string | null;
  number: number | null;
  messages_count: number | null;
};

/** A row of activations_reorders. */
export type ActivationsReordersRow = {
  activation_id: number;
  parent_id: number;
  kind: string;
  created_at: Date;
};

/** A row of activations_search_orders. */
export type ActivationsSearchOrdersRow = {
  activation_id: number;
  search_id: number;
  created_at: Date;
};

/** A row of activations_search_turns. */
export type ActivationsSearchTurnsRow = {
  user_id: number;
  turns: number;
  served_at: Date | null;
  busy_until: Date | null;
};

/** A row of activations_searches. */
export type ActivationsSearchesRow = {
  id: number;
  user_id: number;
  key_id: number | null;
  channel: string;
  service_id: number;
  country_id: number | null;
  operator: string;
  step_seconds: number[];
  step_kopecks: number[];
  seconds: number;
  attempts_max: number;
  attempts: number;
  replace_after_seconds: number | null;
  replacements_max: number;
  replacements: number;
  state: string;
  activation_id: number | null;
  refusal: string | null;
  started_at: Date;
  ends_at: Date;
  next_at: Date;
  created_at: Date;
  closed_at: Date | null;
  quoted_kopecks: number | null;
  quoted_most_kopecks: number | null;
  lowest_kopecks: number | null;
  waiting_for: string | null;
  rests_until: Date | null;
};

/** A row of activations_standings. */
export type ActivationsStandingsRow = {
  user_id: number;
  earned_max: number;
  granted_max: number | null;
  finished_count: number;
  delivered_count: number;
  turnover_kopecks: number;
  reckoned_at: Date;
};

/** A row of back_office_corrections. */
export type BackOfficeCorrectionsRow = {
  id: number;
  kind: string;
  user_id: number;
  activation_id: number | null;
  amount_kopecks: number;
  reason: string;
  state: string;
  needs_second: boolean;
  proposer_id: number;
  decider_id: number | null;
  decision_note: string | null;
  transfer_id: number | null;
  proposed_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  fine_cause: string | null;
  fine_order_id: number | null;
};

/** A row of back_office_factor_removals. */
export type BackOfficeFactorRemovalsRow = {
  id: number;
  user_id: number;
  reason: string;
  state: string;
  proposer_id: number;
  decider_id: number | null;
  decision_reason: string | null;
  recovery_id: number | null;
  proposed_at: Date;
  expires_at: Date;
  decided_at: Date | null;
};

/** A row of back_office_refunds. */
export type BackOfficeRefundsRow = {
  withdrawal_id: number;
  payment_id: number;
  proposer_id: number;
  reason: string;
  proposed_at: Date;
};

/** A row of back_office_requests. */
export type BackOfficeRequestsRow = {
  actor_id: number;
  idempotency_key: string;
  input_hash: string;
  answer: Json | null;
  created_at: Date;
};

/** A row of catalogue_countries. */
export type CatalogueCountriesRow = {
  id: number;
  iso2: string;
  dial_code: string;
  slug: string;
  flag_code: string;
  names: Json;
  popular_position: number | null;
  visible: boolean;
  retry: boolean;
  rent: boolean;
  multi_service: boolean;
};

/** A row of catalogue_operators. */
export type CatalogueOperatorsRow = {
  country_id: number;
  token: string;
  position: number;
};

/** A row of catalogue_service_pictures. */
export type CatalogueServicePicturesRow = {
  slug: string;
  picture: string;
};

/** A row of catalogue_services. */
export type CatalogueServicesRow = {
  id: number;
  code: string;
  slug: string;
  name: string;
  names: Json;
  category: string;
  popularity_rank: number;
  name_transcription_en_ru: string;
  name_transcription_ru_en: string;
  icon: string | null;
  icon_color: string | null;
};

/** A row of catalogue_version. */
export type CatalogueVersionRow = {
  only_row: boolean;
  version: number;
};

/** A row of community_comment_reports. */
export type CommunityCommentReportsRow = {
  comment_id: number;
  user_id: number;
  created_at: Date;
};

/** A row of community_comments. */
export type CommunityCommentsRow = {
  id: number;
  article_id: number;
  parent_id: number | null;
  user_id: number;
  name: string;
  text: string;
  locale: string;
  text_hash: Buffer;
  state: string;
  flags: string[];
  reason: string | null;
  decided_by: number | null;
  decided_at: Date | null;
  edits: number;
  created_at: Date;
};

/** A row of community_feedback. */
export type CommunityFeedbackRow = {
  id: number;
  user_id: number | null;
  email: string | null;
  name: string;
  locale: string;
  person_hash: Buffer;
  text_hash: Buffer;
  state: string;
  flags: string[];
  decided_by: number | null;
  decided_at: Date | null;
  idempotency_key: string;
  input_hash: string;
  created_at: Date;
  written_at: Date;
};

/** A row of community_feedback_messages. */
export type CommunityFeedbackMessagesRow = {
  id: number;
  feedback_id: number;
  staff_id: number | null;
  text: string;
  idempotency_key: string | null;
  input_hash: string | null;
  created_at: Date;
};

/** A row of community_reviews. */
export type CommunityReviewsRow = {
  id: number;
  user_id: number | null;
  name: string;
  text: string;
  rating: number;
  locale: string;
  is_verified: boolean;
  text_hash: Buffer;
  state: string;
  flags: string[];
  reason: string | null;
  decided_by: number | null;
  decided_at: Date | null;
  idempotency_key: string;
  input_hash: string;
  created_at: Date;
};

/** A row of community_service_requests. */
export type CommunityServiceRequestsRow = {
  id: number;
  user_id: number | null;
  email: string | null;
  locale: string;
  person_hash: Buffer;
  website: string;
  site: string;
  sms_text: string;
  service_id: number | null;
  country_id: number | null;
  price_kopecks: number | null;
  state: string;
  was_on_sale: boolean;
  mail_due: boolean;
  answer: string | null;
  decided_by: number | null;
  decided_at: Date | null;
  idempotency_key: string;
  input_hash: string;
  created_at: Date;
  text_hash: Buffer | null;
  flags: string[];
};

/** A row of community_sites. */
export type CommunitySitesRow = {
  site: string;
  service_id: number;
  linked_by: number;
  linked_at: Date;
};

/** A row of community_stock_alerts. */
export type CommunityStockAlertsRow = {
  id: number;
  user_id: number | null;
  email: string | null;
  locale: string;
  person_hash: Buffer;
  service_id: number | null;
  country_id: number | null;
  told_at: Date | null;
  mail_due: boolean;
  idempotency_key: string;
  input_hash: string;
  created_at: Date;
};

/** A row of content_article_draft_tags. */
export type ContentArticleDraftTagsRow = {
  article_id: number | null;
  place: number | null;
  slug: string | null;
  locale: string | null;
  name: string | null;
};

/** A row of content_article_drafts. */
export type ContentArticleDraftsRow = {
  id: number | null;
  slug: string | null;
  locale: string | null;
  text_locale: string | null;
  title: string | null;
  summary: string | null;
  body: Json | null;
  published_at: Date | null;
  updated_at: Date | null;
  cover_id: number | null;
};

/** A row of content_article_tags. */
export type ContentArticleTagsRow = {
  article_id: number | null;
  place: number | null;
  slug: string | null;
  locale: string | null;
  name: string | null;
};

/** A row of content_articles. */
export type ContentArticlesRow = {
  id: number | null;
  slug: string | null;
  locale: string | null;
  text_locale: string | null;
  title: string | null;
  summary: string | null;
  body: Json | null;
  published_at: Date | null;
  updated_at: Date | null;
  search_title: string | null;
  search_description: string | null;
  cover_id: number | null;
};

/** A row of content_faq. */
export type ContentFaqRow = {
  id: number | null;
  slug: string | null;
  place: string | null;
  locale: string | null;
  text_locale: string | null;
  question: string | null;
  answer: Json | null;
  topic: string | null;
  topic_place: string | null;
  topic_name: string | null;
  updated_at: Date | null;
};

/** A row of content_faq_drafts. */
export type ContentFaqDraftsRow = {
  id: number | null;
  slug: string | null;
  locale: string | null;
  text_locale: string | null;
  question: string | null;
  answer: Json | null;
  topic: string | null;
  topic_name: string | null;
};

/** A row of content_menus. */
export type ContentMenusRow = {
  id: number | null;
  position: string | null;
  place: string | null;
  locale: string | null;
  text_locale: string | null;
  title: string | null;
  entries: Json | null;
};

/** A row of content_page_drafts. */
export type ContentPageDraftsRow = {
  id: number | null;
  parent_id: number | null;
  slug: string | null;
  locale: string | null;
  text_locale: string | null;
  title: string | null;
  summary: string | null;
  body: Json | null;
  updated_at: Date | null;
};

/** A row of content_pages. */
export type ContentPagesRow = {
  id: number | null;
  parent_id: number | null;
  slug: string | null;
  path: string | null;
  place: string | null;
  locale: string | null;
  text_locale: string | null;
  title: string | null;
  summary: string | null;
  body: Json | null;
  published_at: Date | null;
  updated_at: Date | null;
  search_title: string | null;
  search_description: string | null;
};

/** A row of content_pictures. */
export type ContentPicturesRow = {
  id: number | null;
  locale: string | null;
  text_locale: string | null;
  name: string | null;
  width: number | null;
  height: number | null;
  alt: string | null;
};

/** A row of content_published_articles. */
export type ContentPublishedArticlesRow = {
  id: number | null;
  slug: string | null;
  locale: string | null;
  text_locale: string | null;
  title: string | null;
  summary: string | null;
  body: Json | null;
  published_at: Date | null;
  updated_at: Date | null;
  search_title: string | null;
  search_description: string | null;
  cover_id: number | null;
};

/** A row of content_published_pages. */
export type ContentPublishedPagesRow = {
  id: number | null;
  parent_id: number | null;
  slug: string | null;
  path: string | null;
  place: string | null;
  locale: string | null;
  text_locale: string | null;
  title: string | null;
  summary: string | null;
  body: Json | null;
  published_at: Date | null;
  updated_at: Date | null;
  search_title: string | null;
  search_description: string | null;
  shown_from: Date | null;
};

/** A row of content_redirects. */
export type ContentRedirectsRow = {
  from_path: string | null;
  to_path: string | null;
  is_permanent: boolean | null;
};

/** A row of content_search_sources. */
export type ContentSearchSourcesRow = {
  kind: string | null;
  document_id: number | null;
  language: string | null;
  shown_in: string[] | null;
  slug: string | null;
  shown_from: Date | null;
  title: string | null;
  body: string | null;
};

/** A row of content_search_stale. */
export type ContentSearchStaleRow = {
  kind: string | null;
  document_id: number | null;
};

/** A row of content_search_texts. */
export type ContentSearchTextsRow = {
  kind: string;
  document_id: number;
  language: string;
  shown_in: string[];
  slug: string;
  shown_from: Date | null;
  title: string;
  body: string;
  folded_title: string;
  title_words: string;
  words: string;
};

/** A row of content_service_pictures. */
export type ContentServicePicturesRow = {
  service: string | null;
  picture: string | null;
};

/** A row of idempotency_answers. */
export type IdempotencyAnswersRow = {
  user_id: number;
  sandbox_key_id: number;
  idempotency_key: string;
  operation: string;
  input_hash: string;
  sealed_answer: string;
  created_at: Date;
  expires_at: Date;
};

/** A row of identity_api_keys. */
export type IdentityApiKeysRow = {
  user_id: number;
  key_hash: Buffer;
  key_prefix: string;
  created_at: Date;
  id: number;
  kind: string;
  name: string;
  scopes: string[];
  daily_limit_kopecks: number | null;
  price_cap_kopecks: number | null;
  service_ids: number[] | null;
  country_ids: number[] | null;
  networks: string[] | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  replaces_id: number | null;
  max_prices: Json;
  own_expires_at: Date | null;
  types: string;
};

/** A row of identity_archive_pieces. */
export type IdentityArchivePiecesRow = {
  archive_id: number;
  position: number;
  sealed: string;
};

/** A row of identity_archives. */
export type IdentityArchivesRow = {
  id: number;
  user_id: number;
  asked_at: Date;
  tries: number;
  due_at: Date;
  failed_at: Date | null;
  ready_at: Date | null;
  ends_at: Date | null;
  size_bytes: number | null;
};

/** A row of identity_arrivals. */
export type IdentityArrivalsRow = {
  user_id: number;
  referral_code: string | null;
  device_mark: Buffer | null;
  network_mark: Buffer | null;
  created_at: Date;
};

/** A row of identity_audit. */
export type IdentityAuditRow = {
  id: number;
  actor_id: number;
  action: string;
  subject: string;
  details: Json;
  ip: string;
  created_at: Date;
};

/** A row of identity_backup_codes. */
export type IdentityBackupCodesRow = {
  id: number;
  user_id: number;
  code_hash: Buffer;
  used_at: Date | null;
};

/** A row of identity_captcha_uses. */
export type IdentityCaptchaUsesRow = {
  challenge_hash: Buffer;
  expires_at: Date;
};

/** A row of identity_closings. */
export type IdentityClosingsRow = {
  user_id: number;
  asked_at: Date;
  ends_at: Date;
  due_at: Date;
  told_at: Date | null;
  closed_at: Date | null;
};

/** A row of identity_email_changes. */
export type IdentityEmailChangesRow = {
  id: number;
  user_id: number;
  old_email: string;
  old_email_key: string;
  new_email: string;
  new_email_key: string;
  code_hash: Buffer | null;
  tries: number;
  code_expires_at: Date;
  created_at: Date;
  confirmed_at: Date | null;
  back_hash: Buffer | null;
  back_until: Date | null;
  taken_back_at: Date | null;
};

/** A row of identity_factor_recoveries. */
export type IdentityFactorRecoveriesRow = {
  id: number;
  user_id: number;
  state: string;
  cancel_hash: Buffer | null;
  sealed_cancel_token: string | null;
  asked_at: Date;
  ends_at: Date;
  told: number;
  tell_next_at: Date | null;
  decided_at: Date | null;
  money_rests_until: Date | null;
};

/** A row of identity_key_call_names. */
export type IdentityKeyCallNamesRow = {
  key_id: number;
  day: Date;
  call: string;
  calls: number;
};

/** A row of identity_key_calls. */
export type IdentityKeyCallsRow = {
  key_id: number;
  hour: Date;
  calls: number;
};

/** A row of identity_known_devices. */
export type IdentityKnownDevicesRow = {
  token_hash: Buffer;
  user_id: number;
  last_login_at: Date;
  expires_at: Date;
};

/** A row of identity_login_challenges. */
export type IdentityLoginChallengesRow = {
  token_hash: Buffer;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  by_password: boolean;
  recovery_code_hash: Buffer | null;
  recovery_tries: number;
};

/** A row of identity_mail_codes. */
export type IdentityMailCodesRow = {
  id: number;
  request_hash: Buffer;
  email_key: string;
  locale: string;
  user_id: number | null;
  code_hash: Buffer | null;
  tries: number;
  created_at: Date;
  expires_at: Date;
  registration_id: number | null;
};

/** A row of identity_origins. */
export type IdentityOriginsRow = {
  user_id: number | null;
  referral_code: string | null;
  device_mark: Buffer | null;
  network_mark: Buffer | null;
  created_at: Date | null;
};

/** A row of identity_passkey_challenges. */
export type IdentityPasskeyChallengesRow = {
  challenge_hash: Buffer;
  purpose: string;
  user_id: number | null;
  bound_to: Buffer | null;
  created_at: Date;
  expires_at: Date;
};

/** A row of identity_passkeys. */
export type IdentityPasskeysRow = {
  id: number;
  user_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  is_backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
};

/** A row of identity_password_resets. */
export type IdentityPasswordResetsRow = {
  id: number;
  email_key: string;
  locale: string;
  user_id: number | null;
  token_hash: Buffer | null;
  created_at: Date;
  expires_at: Date;
  return_path: string | null;
};

/** A row of identity_people. */
export type IdentityPeopleRow = {
  id: number | null;
  external_id: string | null;
  email: string | null;
  email_key: string | null;
  name: string | null;
  role: string | null;
  locale: string | null;
  suspended_at: Date | null;
  created_at: Date | null;
};

/** A row of identity_promised_partners. */
export type IdentityPromisedPartnersRow = {
  email_key: string;
  promised_at: Date;
};

/** A row of identity_registrations. */
export type IdentityRegistrationsRow = {
  id: number;
  email: string;
  email_key: string;
  name: string;
  password_hash: string;
  locale: string;
  token_hash: Buffer | null;
  mail_due: boolean;
  created_at: Date;
  expires_at: Date;
  referral_code: string | null;
  device_mark: Buffer | null;
  network_mark: Buffer | null;
  return_path: string | null;
  has_password: boolean;
  request_hash: Buffer | null;
};

/** A row of identity_second_factors. */
export type IdentitySecondFactorsRow = {
  user_id: number;
  sealed_seed: string;
  enabled_at: Date | null;
  last_step: number;
  wrong_tries: number;
  locked_until: Date | null;
  created_at: Date;
};

/** A row of identity_security_events. */
export type IdentitySecurityEventsRow = {
  id: number;
  user_id: number;
  kind: string;
  what: string;
  amount_kopecks: number | null;
  ip: string;
  user_agent: string;
  created_at: Date;
  about_id: number | null;
  once: string | null;
};

/** A row of identity_sessions. */
export type IdentitySessionsRow = {
  id: number;
  user_id: number;
  token_hash: Buffer;
  ip: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  second_factor_at: Date | null;
};

/** A row of identity_settings. */
export type IdentitySettingsRow = {
  user_id: number;
  sound_on_code: boolean;
  info_on_active_purchases: boolean;
  lower_balance_kopecks: number | null;
  telegram: string | null;
  updated_at: Date;
  low_balance_armed: boolean;
  low_balance_mailed_at: Date | null;
  phone: string | null;
};

/** A row of identity_sign_ins. */
export type IdentitySignInsRow = {
  user_id: number | null;
  ip: string | null;
  user_agent: string | null;
};

/** A row of identity_social_accounts. */
export type IdentitySocialAccountsRow = {
  id: number;
  user_id: number;
  provider: string;
  issuer: string;
  subject: string;
  label: string;
  created_at: Date;
  last_used_at: Date | null;
};

/** A row of identity_social_tickets. */
export type IdentitySocialTicketsRow = {
  ticket_hash: Buffer;
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  name: string;
  user_id: number | null;
  created_at: Date;
  expires_at: Date;
};

/** A row of identity_social_trips. */
export type IdentitySocialTripsRow = {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: string;
  user_id: number | null;
  sealed_verifier: string;
  nonce: string;
  locale: string;
  return_path: string | null;
  created_at: Date;
  expires_at: Date;
};

/** A row of identity_staff_permissions. */
export type IdentityStaffPermissionsRow = {
  user_id: number;
  permission: string | null;
  granted_by: number | null;
  granted_at: Date;
  content: boolean;
};

/** A row of identity_throttles. */
export type IdentityThrottlesRow = {
  bucket: string;
  attempts: number;
  window_ends_at: Date;
  blocked_until: Date | null;
};

/** A row of identity_users. */
export type IdentityUsersRow = {
  id: number;
  external_id: string;
  email: string;
  email_key: string;
  name: string;
  password_hash: string;
  role: string;
  locale: string;
  country_iso2: string | null;
  is_partner: boolean;
  is_agent: boolean;
  is_referral_soft: boolean;
  has_custom_price: boolean;
  email_confirmed_at: Date;
  suspended_at: Date | null;
  created_at: Date;
  has_password: boolean;
  is_store: boolean;
};

/** A row of job_clock. */
export type JobClockRow = {
  only_row: boolean;
  offset_interval: PostgresInterval;
};

/** A row of job_events. */
export type JobEventsRow = {
  id: number;
  user_id: number;
  kind: string;
  data: Json;
  created_at: Date;
};

/** A row of ledger_accounts. */
export type LedgerAccountsRow = {
  id: number;
  kind: string;
  user_id: number | null;
  code: string | null;
  posted_kopecks: number | null;
  held_kopecks: number | null;
  version: number;
  created_at: Date;
  open_orders: number;
};

/** A row of ledger_key_spending. */
export type LedgerKeySpendingRow = {
  transfer_id: number;
  key_id: number;
  day_limit_kopecks: number | null;
  created_at: Date;
};

/** A row of ledger_kinds. */
export type LedgerKindsRow = {
  kind: string;
  debit_kind: string;
  credit_kind: string;
  two_phase: boolean;
};

/** A row of ledger_movements. */
export type LedgerMovementsRow = {
  id: number | null;
  kind: string | null;
  phase: string | null;
  amount_kopecks: number | null;
  reference: string | null;
  reason: string | null;
  created_at: Date | null;
  held_at: Date | null;
};

/** A row of ledger_open_orders. */
export type LedgerOpenOrdersRow = {
  user_id: number | null;
  open_orders: number | null;
};

/** A row of ledger_order_refunds. */
export type LedgerOrderRefundsRow = {
  user_id: number | null;
  reference: string | null;
  amount_kopecks: number | null;
};

/** A row of ledger_reconciliation_findings. */
export type LedgerReconciliationFindingsRow = {
  reconciliation_id: number;
  check_name: string;
  offences: number | null;
  examples: Json;
  problem: string | null;
  took_ms: number;
};

/** A row of ledger_reconciliations. */
export type LedgerReconciliationsRow = {
  id: number;
  scope: string;
  started_at: Date;
  finished_at: Date | null;
  checks_count: number | null;
  offending_count: number | null;
  failed_count: number | null;
  seal_id: number | null;
  seal_hash: Buffer | null;
};

/** A row of ledger_seals. */
export type LedgerSealsRow = {
  id: number;
  from_id: number;
  to_id: number;
  transfers_count: number;
  hash: Buffer;
  sealed_at: Date;
};

/** A row of ledger_spendable. */
export type LedgerSpendableRow = {
  user_id: number | null;
  kopecks: number | null;
};

/** A row of ledger_transfers. */
export type LedgerTransfersRow = {
  id: number;
  kind: string;
  phase: string;
  debit_account_id: number;
  credit_account_id: number;
  amount_kopecks: number;
  reference: string;
  input_hash: string | null;
  pending_id: number | null;
  posted_after_kopecks: number | null;
  held_after_kopecks: number | null;
  account_version: number | null;
  reason: string | null;
  created_at: Date;
  account_id: number | null;
};

/** A row of ledger_wallets. */
export type LedgerWalletsRow = {
  user_id: number | null;
  posted_kopecks: number | null;
  held_kopecks: number | null;
  open_orders: number | null;
  version: number | null;
};

/** A row of lib_wrong_clocks. */
export type LibWrongClocksRow = {
  process: string;
  machine: string;
  ahead_ms: number;
  measured_at: Date;
};

/** A row of licences. */
export type LicencesRow = {
  id: number;
  uid: string;
  user_id: number;
  product_id: number;
  device_limit: number;
  sales_count: number;
  sold_at: Date;
  valid_until: Date | null;
  revoked_at: Date | null;
  revoked_by: number | null;
  revoke_reason: string | null;
};

/** A row of licences_acceptances. */
export type LicencesAcceptancesRow = {
  user_id: number;
  version: number;
  accepted_at: Date;
};

/** A row of licences_agents. */
export type LicencesAgentsRow = {
  user_id: number;
  code: string;
  share_basis_points: number;
  changed_by: number;
  changed_at: Date;
};

/** A row of licences_agreements. */
export type LicencesAgreementsRow = {
  version: number;
  text: string;
  published_by: number;
  published_at: Date;
};

/** A row of licences_devices. */
export type LicencesDevicesRow = {
  id: number;
  licence_id: number;
  device_hash: Buffer;
  name: string | null;
  activated_at: Date;
  last_seen_at: Date;
  released_at: Date | null;
};

/** A row of licences_products. */
export type LicencesProductsRow = {
  id: number;
  code: string;
  name: string;
  software_type: string;
  description: string;
  price_kopecks: number;
  term_days: number | null;
  device_limit: number;
  state: string;
  created_at: Date;
  changed_at: Date;
};

/** A row of licences_sales. */
export type LicencesSalesRow = {
  id: number;
  licence_id: number;
  nth: number;
  user_id: number;
  price_kopecks: number;
  max_price_kopecks: number | null;
  term_days: number | null;
  valid_until: Date | null;
  transfer_id: number;
  channel: string;
  idempotency_key: string;
  input_hash: string;
  sold_at: Date;
  agent_user_id: number | null;
  share_basis_points: number | null;
  share_kopecks: number | null;
  share_transfer_id: number | null;
};

/** A row of licences_signing_keys. */
export type LicencesSigningKeysRow = {
  kid: string;
  public_key: string;
  sealed_private_key: string | null;
  created_at: Date;
  retired_at: Date | null;
  withdrawn_at: Date | null;
};

/** A row of licences_versions. */
export type LicencesVersionsRow = {
  id: number;
  product_id: number;
  version: string;
  notes: string;
  url: string;
  sha256: string;
  published_at: Date;
  withdrawn_at: Date | null;
};

/** A row of loyalty_devices. */
export type LoyaltyDevicesRow = {
  mark: Buffer;
  user_id: number;
  noted_at: Date;
};

/** A row of loyalty_ranks. */
export type LoyaltyRanksRow = {
  from_kopecks: number;
  cashback_bp: number;
};

/** A row of loyalty_rounds. */
export type LoyaltyRoundsRow = {
  week: string;
  starts_at: Date;
  ladder: Json;
  cap_kopecks: number | null;
  uncounted_methods: string[];
  after_user_id: number;
  stragglers: number;
  opened_at: Date;
  closed_at: Date | null;
};

/** A row of loyalty_settings. */
export type LoyaltySettingsRow = {
  only_row: boolean;
  welcome_from_kopecks: number;
  welcome_bp: number;
  welcome_cap_kopecks: number | null;
  welcome_device_days: number;
  cashback_cap_kopecks: number | null;
  uncounted_methods: string[];
  since: Date;
};

/** A row of loyalty_weeks. */
export type LoyaltyWeeksRow = {
  user_id: number;
  week: string;
  total_kopecks: number;
  cashback_bp: number;
  cashback_kopecks: number;
  returned_kopecks: number;
  return_version: number;
  transfer_id: number | null;
  paid_at: Date;
};

/** A row of loyalty_welcomes. */
export type LoyaltyWelcomesRow = {
  user_id: number;
  payment_id: number;
  state: string;
  reason: string | null;
  base_kopecks: number;
  from_kopecks: number;
  bonus_kopecks: number;
  returned_kopecks: number;
  return_version: number;
  payer_fingerprint: string | null;
  person_mark: Buffer;
  transfer_id: number | null;
  decided_at: Date;
};

/** A row of notifications_push_subscriptions. */
export type NotificationsPushSubscriptionsRow = {
  id: number;
  user_id: number;
  session_id: number;
  endpoint_hash: Buffer;
  sealed_subscription: string;
  locale: string;
  created_at: Date;
  events_since: Date;
};

/** A row of notifications_pushes. */
export type NotificationsPushesRow = {
  id: number;
  subscription_id: number;
  type: string;
  subject_id: number;
  object_id: number;
  happened_at: Date;
  created_at: Date;
  due_at: Date;
  tries: number;
  closed_at: Date | null;
};

/** A row of notifications_telegram_bot. */
export type NotificationsTelegramBotRow = {
  only_one: boolean;
  username: string;
  seen_at: Date;
};

/** A row of notifications_telegram_chats. */
export type NotificationsTelegramChatsRow = {
  id: number;
  user_id: number;
  chat_id: number;
  name: string;
  locale: string;
  linked_at: Date;
  events_since: Date;
  blocked_at: Date | null;
  unlinked_at: Date | null;
};

/** A row of notifications_telegram_links. */
export type NotificationsTelegramLinksRow = {
  id: number;
  token_hash: Buffer;
  chat_id: number;
  name: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

/** A row of notifications_telegram_messages. */
export type NotificationsTelegramMessagesRow = {
  id: number;
  chat_id: number;
  user_id: number | null;
  type: string;
  subject_id: number;
  object_id: number | null;
  sealed_body: string | null;
  created_at: Date;
  due_at: Date;
  tries: number;
  closed_at: Date | null;
};

/** A row of notifications_telegram_paces. */
export type NotificationsTelegramPacesRow = {
  chat_id: number;
  free_at: Date;
};

/** A row of notifications_telegram_purchases. */
export type NotificationsTelegramPurchasesRow = {
  id: number;
  user_id: number;
  chat_id: number;
  service_id: number;
  country_id: number;
  price_kopecks: number;
  created_at: Date;
  asked_at: Date | null;
  begun_at: Date | null;
  ended_at: Date | null;
  order_id: number | null;
  hours: number | null;
};

/** A row of notifications_telegram_settings. */
export type NotificationsTelegramSettingsRow = {
  user_id: number;
  kinds: string[];
  day_cap_kopecks: number;
  confirm_above_kopecks: number;
};

/** A row of notifications_telegram_updates. */
export type NotificationsTelegramUpdatesRow = {
  id: number;
  chat_id: number;
  sealed_update: string;
  created_at: Date;
  due_at: Date;
  tries: number;
  closed_at: Date | null;
};

/** A row of notifications_webhook_attempts. */
export type NotificationsWebhookAttemptsRow = {
  id: number;
  delivery_id: number;
  began_at: Date;
  duration_ms: number;
  status: number | null;
  fault: string | null;
  answer: string;
  answer_until: Date | null;
};

/** A row of notifications_webhook_deliveries. */
export type NotificationsWebhookDeliveriesRow = {
  id: number;
  webhook_id: number;
  message_id: string;
  type: string;
  subject_id: number | null;
  object_id: number | null;
  happened_at: Date;
  sealed_body: string | null;
  state: string;
  attempts: number;
  tries: number;
  taken: number;
  is_sending: boolean;
  due_at: Date;
  created_at: Date;
  closed_at: Date | null;
};

/** A row of notifications_webhook_reading. */
export type NotificationsWebhookReadingRow = {
  only_row: boolean;
  after_id: number;
};

/** A row of notifications_webhooks. */
export type NotificationsWebhooksRow = {
  id: number;
  user_id: number;
  name: string;
  url: string;
  host: string;
  events: string[];
  sealed_secret: string;
  sealed_old_secret: string | null;
  old_secret_until: Date | null;
  created_at: Date;
  active_since: Date;
  events_since: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
  format: string;
};

/** A row of partners_application_notes. */
export type PartnersApplicationNotesRow = {
  id: number;
  application_id: number;
  author_id: number;
  text: string;
  created_at: Date;
};

/** A row of partners_applications. */
export type PartnersApplicationsRow = {
  id: number;
  user_id: number | null;
  email: string;
  email_key: string;
  locale: string;
  contact: string;
  sim_countries: string;
  modems: string;
  ports: number;
  about: string;
  state: string;
  reason: string | null;
  decided_by: number | null;
  decided_at: Date | null;
  partner_user_id: number | null;
  settled_at: Date | null;
  idempotency_key: string;
  input_hash: string;
  created_at: Date;
};

/** A row of partners_earnings. */
export type PartnersEarningsRow = {
  id: number;
  source_transfer_id: number;
  user_id: number;
  supplier_id: number;
  order_kind: string;
  order_id: number;
  extension_id: number | null;
  amount_kopecks: number;
  state: string;
  earned_at: Date;
  available_at: Date;
  taken_kopecks: number;
  number: number | null;
};

/** A row of partners_fine_holds. */
export type PartnersFineHoldsRow = {
  hold_id: number;
  fine_id: number;
  amount_kopecks: number;
  resolved_at: Date | null;
};

/** A row of partners_fines. */
export type PartnersFinesRow = {
  id: number;
  correction_id: number;
  user_id: number;
  amount_kopecks: number;
  cause: string;
  words: string;
  proposer_id: number;
  order_id: number | null;
  state: string;
  announced_at: Date;
  appeal_until: Date;
  appeal: string | null;
  appealed_at: Date | null;
  decided_by: number | null;
  decision: string | null;
  decided_at: Date | null;
  reserved_kopecks: number;
};

/** A row of partners_ledger_progress. */
export type PartnersLedgerProgressRow = {
  singleton: boolean;
  last_transfer_id: number;
};

/** A row of partners_price_changes. */
export type PartnersPriceChangesRow = {
  id: number;
  supplier_id: number;
  service_id: number;
  country_id: number;
  from_kopecks: number | null;
  to_kopecks: number;
  changed_at: Date;
};

/** A row of partners_stock_hours. */
export type PartnersStockHoursRow = {
  day: Date;
  country_id: number;
  number_hours: number;
  last_hour: number;
};

/** A row of payments. */
export type PaymentsRow = {
  id: number;
  user_id: number | null;
  method: string;
  provider: string;
  provider_payment_id: string | null;
  amount_kopecks: number;
  state: string;
  idempotency_key: string;
  input_hash: string;
  return_context: Json;
  redirect_url: string | null;
  provider_amount: string | null;
  provider_currency: string | null;
  credited_transfer_id: number | null;
  expires_at: Date;
  due_at: Date | null;
  asks: number;
  created_at: Date;
  updated_at: Date;
  credited_at: Date | null;
  closed_at: Date | null;
  charge_amount: string | null;
  charge_currency: string;
  rub_per_unit: string | null;
  payer_fingerprint: string | null;
  reversed_kopecks: number;
  debt_kopecks: number;
  reversal_version: number;
};

/** A row of payments_claim_signatures. */
export type PaymentsClaimSignaturesRow = {
  claim_id: number;
  actor_id: number;
  with_fee: boolean;
  decision_key: string;
  decision_hash: string;
  signed_at: Date;
};

/** A row of payments_claims. */
export type PaymentsClaimsRow = {
  id: number;
  user_id: number;
  payment_id: number;
  transaction_id: string;
  return_address: string;
  contact: string;
  fee_micro: number;
  state: string;
  idempotency_key: string;
  input_hash: string;
  reason: string | null;
  with_fee: boolean | null;
  credited_kopecks: number | null;
  credited_transfer_id: number | null;
  return_transaction_id: string | null;
  decided_by: number | null;
  decided_at: Date | null;
  decision_key: string | null;
  decision_hash: string | null;
  created_at: Date;
  destination_id: number | null;
  rub_per_unit: string | null;
};

/** A row of payments_commerce_reports. */
export type PaymentsCommerceReportsRow = {
  payment_id: number;
  reported_at: Date;
};

/** A row of payments_coupon_batches. */
export type PaymentsCouponBatchesRow = {
  id: number;
  method: string;
  locale: string;
  coupon_count: number;
  amount_kopecks: number;
  price_fen: number;
  expires_at: Date;
  note: string;
  created_by: number;
  created_at: Date;
  idempotency_key: string;
  voided_at: Date | null;
  voided_by: number | null;
  needs_second: boolean;
  approved_by: number | null;
  approved_at: Date | null;
};

/** A row of payments_coupons. */
export type PaymentsCouponsRow = {
  id: number;
  batch_id: number;
  code_hash: Buffer;
  ending: string;
  redeemed_by: number | null;
  redeemed_at: Date | null;
  payment_id: number | null;
};

/** A row of payments_for_staff. */
export type PaymentsForStaffRow = {
  id: number | null;
  user_id: number | null;
  method: string | null;
  provider: string | null;
  provider_payment_id: string | null;
  amount_kopecks: number | null;
  state: string | null;
  charge_amount: string | null;
  charge_currency: string | null;
  provider_amount: string | null;
  provider_currency: string | null;
  reversed_kopecks: number | null;
  created_at: Date | null;
  credited_at: Date | null;
  expires_at: Date | null;
  due_at: Date | null;
  asks: number | null;
  has_fingerprint: boolean | null;
  credited_transfer_id: number | null;
  is_kept: boolean | null;
};

/** A row of payments_guests. */
export type PaymentsGuestsRow = {
  payment_id: number;
  email_key: string | null;
  idempotency_key: string;
  claimed_by: number | null;
  claimed_at: Date | null;
  return_due_at: Date;
  asks: number;
  returning_at: Date | null;
  kept_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
};

/** A row of payments_notices. */
export type PaymentsNoticesRow = {
  id: number;
  provider: string;
  event_id: string | null;
  provider_payment_id: string | null;
  signature_ok: boolean;
  body_hash: string;
  body: string | null;
  times: number;
  outcome: string | null;
  received_at: Date;
  last_received_at: Date;
};

/** A row of payments_payers. */
export type PaymentsPayersRow = {
  user_id: number | null;
  payer_fingerprint: string | null;
};

/** A row of payments_payout_destinations. */
export type PaymentsPayoutDestinationsRow = {
  id: number;
  user_id: number;
  method: string;
  mark: Buffer;
  masked: string;
  code_hash: Buffer | null;
  code_expires_at: Date | null;
  wrong_tries: number;
  confirmed_at: Date | null;
  rests_until: Date | null;
  created_at: Date;
};

/** A row of payments_tether_invoices. */
export type PaymentsTetherInvoicesRow = {
  payment_id: number;
  address: string;
  amount_micro: number;
  seen_transaction_id: string | null;
  created_at: Date;
  expires_at: Date;
  released_at: Date | null;
};

/** A row of payments_tether_transfers. */
export type PaymentsTetherTransfersRow = {
  id: number;
  transaction_id: string;
  address: string;
  from_address: string;
  amount_micro: number;
  block_at: Date;
  match: string;
  payment_id: number | null;
  taken_in_at: Date;
};

/** A row of payments_tether_watches. */
export type PaymentsTetherWatchesRow = {
  address: string;
  read_from: Date;
  asked_at: Date;
};

/** A row of payments_transfer_words. */
export type PaymentsTransferWordsRow = {
  payment_id: number;
  actor_id: number;
  received_kopecks: number;
  said_at: Date;
};

/** A row of payments_transfers. */
export type PaymentsTransfersRow = {
  payment_id: number;
  note: string;
  receipt: string;
  receipt_at: Date | null;
  closed_by: number | null;
};

/** A row of payments_withdrawals. */
export type PaymentsWithdrawalsRow = {
  id: number;
  user_id: number;
  source: string;
  method: string;
  payment_id: number | null;
  amount_kopecks: number;
  fee_kopecks: number;
  bonus_kopecks: number;
  bonus_free_at: Date | null;
  receiver_amount: string;
  receiver_currency: string;
  rub_per_unit: string | null;
  sealed_destination: string | null;
  masked_destination: string | null;
  state: string;
  hold_id: number;
  bonus_hold_id: number | null;
  needs_second: boolean;
  first_approved_by: number | null;
  approved_by: number | null;
  closed_by: number | null;
  reason: string | null;
  external_id: string | null;
  idempotency_key: string;
  input_hash: string;
  due_at: Date | null;
  asks: number;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  destination_id: number | null;
  comment: string | null;
  bounced_at: Date | null;
  bounced_transfer_id: number | null;
};

/** A row of policy_blocks. */
export type PolicyBlocksRow = {
  id: number;
  seed_key: string | null;
  service_id: number | null;
  country_id: number | null;
  supplier_id: number | null;
  mode: string | null;
  channel: string | null;
  effect: string;
  reason_code: string;
  reason_text: string;
  permanent: boolean;
  since: Date;
  blocked_by: string;
  lifted_at: Date | null;
  lifted_by: string | null;
  lift_reason: string | null;
};

/** A row of policy_history. */
export type PolicyHistoryRow = {
  id: number;
  block_id: number;
  action: string;
  actor: string;
  reason: string;
  at: Date;
};

/** A row of pricing_agreed_prices. */
export type PricingAgreedPricesRow = {
  user_id: number | null;
  service_id: number | null;
  country_id: number | null;
  price_kopecks: number | null;
};

/** A row of pricing_margins. */
export type PricingMarginsRow = {
  id: number;
  service_id: number | null;
  country_id: number | null;
  retail_bp: number;
  wholesale_bp: number;
};

/** A row of pricing_offers. */
export type PricingOffersRow = {
  id: number;
  service_id: number;
  country_id: number;
  supplier_id: number;
  operator: string;
  supplier_kind: string;
  cost_kopecks: number;
  retail_kopecks: number;
  wholesale_kopecks: number;
  count: number;
  healthy: boolean;
  api_only: boolean;
  version: number;
  updated_at: Date;
  listed_since: Date;
  proven_count: number | null;
  tries_percent: number | null;
  wait_kopecks: number | null;
  is_trial: boolean;
};

/** A row of pricing_past_offers. */
export type PricingPastOffersRow = {
  id: number;
  service_id: number;
  country_id: number;
  supplier_id: number;
  operator: string;
  api_only: boolean;
  retail_kopecks: number;
  wholesale_kopecks: number;
  until: Date;
  count: number;
  is_listed: boolean;
};

/** A row of pricing_personal_prices. */
export type PricingPersonalPricesRow = {
  user_id: number;
  service_id: number;
  country_id: number;
  price_kopecks: number;
  granted_at: Date;
};

/** A row of pricing_rate_refusals. */
export type PricingRateRefusalsRow = {
  id: number;
  source: string;
  day: Date;
  rub_per_usd: string;
  kept_rub_per_usd: string;
  reason: string;
  times: number;
  seen_at: Date;
  last_seen_at: Date;
  resolution: string | null;
  resolved_by: number | null;
  resolved_at: Date | null;
};

/** A row of pricing_rate_schedule. */
export type PricingRateScheduleRow = {
  only_row: boolean;
  due_at: Date;
  failures: number;
  last_asked_at: Date | null;
  last_good_at: Date | null;
  last_problem: string | null;
};

/** A row of pricing_rent_personal_prices. */
export type PricingRentPersonalPricesRow = {
  user_id: number;
  service_id: number | null;
  country_id: number;
  hour_kopecks: number;
  granted_at: Date;
};

/** A row of pricing_rent_steps. */
export type PricingRentStepsRow = {
  from_hours: number;
  rate_bp: number;
};

/** A row of pricing_usd_rates. */
export type PricingUsdRatesRow = {
  day: Date;
  rub_per_usd: string;
  source: string;
  fetched_at: Date;
  set_by: number | null;
};

/** A row of pricing_wholesale_accounts. */
export type PricingWholesaleAccountsRow = {
  user_id: number;
  reason: string;
  since: Date;
};

/** A row of ready_accounts_claims. */
export type ReadyAccountsClaimsRow = {
  id: number;
  order_id: number;
  position: number;
  unit_id: number;
  offer_id: number;
  user_id: number;
  text: string | null;
  state: string;
  claimed_at: Date;
  claimable_until: Date;
  due_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  reason: string | null;
  replacement_unit_id: number | null;
  replacement_until: Date | null;
  refund_kopecks: number | null;
  refund_transfer_id: number | null;
  idempotency_key: string;
  input_hash: string;
  objection: string | null;
  objected_at: Date | null;
};

/** A row of ready_accounts_earnings. */
export type ReadyAccountsEarningsRow = {
  order_id: number;
  seller_id: number;
  share_kopecks: number;
  reversed_kopecks: number;
  state: string;
  due_at: Date;
  paid_at: Date | null;
  told_at: Date | null;
};

/** A row of ready_accounts_items. */
export type ReadyAccountsItemsRow = {
  order_id: number;
  position: number;
  unit_id: number;
  released_at: Date | null;
};

/** A row of ready_accounts_offers. */
export type ReadyAccountsOffersRow = {
  id: number;
  seller_id: number | null;
  service_id: number;
  country_id: number;
  group_name: string;
  name: string;
  registration_type: string;
  format: string;
  cloud_pass: boolean;
  description_html: string;
  template: string;
  price_kopecks: number;
  min_count: number;
  warranty_hours: number;
  state: string;
  created_at: Date;
  changed_at: Date;
  provenance: string | null;
  barred_at: Date | null;
  past_warranty_hours: number | null;
  past_warranty_until: Date | null;
};

/** A row of ready_accounts_orders. */
export type ReadyAccountsOrdersRow = {
  id: number;
  user_id: number;
  offer_id: number;
  count: number;
  price_kopecks: number;
  total_kopecks: number;
  max_total_kopecks: number | null;
  warranty_hours: number;
  state: string;
  hold_id: number;
  idempotency_key: string;
  input_hash: string;
  channel: string;
  ordered_at: Date;
  due_at: Date;
  closed_at: Date | null;
  close_reason: string | null;
  warranty_until: Date | null;
  seller_id: number | null;
  seller_unit_kopecks: number | null;
  prepared_count: number;
  service_id: number;
  country_id: number;
  offer_name: string;
};

/** A row of ready_accounts_outcomes. */
export type ReadyAccountsOutcomesRow = {
  id: number | null;
  user_id: number | null;
  service_id: number | null;
  country_id: number | null;
  state: string | null;
  count: number | null;
  total_kopecks: number | null;
  ordered_at: Date | null;
  closed_at: Date | null;
};

/** A row of ready_accounts_takedowns. */
export type ReadyAccountsTakedownsRow = {
  id: number;
  service_id: number;
  block_id: number;
  reason: string;
  taken_down_by: number;
  taken_down_at: Date;
  ended_at: Date | null;
  ended_by: number | null;
  end_reason: string | null;
};

/** A row of ready_accounts_units. */
export type ReadyAccountsUnitsRow = {
  id: number;
  offer_id: number;
  upload_id: number;
  state: string;
  fingerprint: Buffer;
  sealed_key: string | null;
  sealed_text: string | null;
  expires_at: Date | null;
  withdrawn_at: Date | null;
  withdrawal_reason: string | null;
  erased_at: Date | null;
};

/** A row of ready_accounts_uploads. */
export type ReadyAccountsUploadsRow = {
  id: number;
  offer_id: number;
  added_by: number;
  added_at: Date;
};

/** A row of referrals_accruals. */
export type ReferralsAccrualsRow = {
  id: number;
  source_transfer_id: number;
  cause: string;
  user_id: number;
  referrer_id: number;
  turnover_kopecks: number;
  basis_points: number;
  amount_kopecks: number;
  returned_kopecks: number;
  reversed_kopecks: number;
  state: string;
  paid_kopecks: number;
  due_at: Date;
  created_at: Date;
};

/** A row of referrals_flags. */
export type ReferralsFlagsRow = {
  id: number;
  user_id: number;
  referrer_id: number;
  reason: string;
  other_user_id: number;
  noted_at: Date;
  lifted_at: Date | null;
  lifted_by: number | null;
};

/** A row of referrals_links. */
export type ReferralsLinksRow = {
  id: number;
  user_id: number;
  code: string;
  name: string;
  created_at: Date;
};

/** A row of referrals_members. */
export type ReferralsMembersRow = {
  user_id: number;
  basis_points: number | null;
  owed_kopecks: number;
};

/** A row of referrals_people. */
export type ReferralsPeopleRow = {
  user_id: number;
  referrer_id: number;
  link_id: number;
  state: string;
  seen_version: number;
  reversed_kopecks: number;
  turnover_kopecks: number;
  earned_kopecks: number;
  registered_at: Date;
};

/** A row of rentals. */
export type RentalsRow = {
  id: number;
  user_id: number;
  service_id: number | null;
  country_id: number;
  supplier_id: number;
  operator: string;
  number: number | null;
  state: string;
  hours: number;
  price_kopecks: number;
  max_price_kopecks: number | null;
  cost_kopecks: number;
  hour_cost_kopecks: number;
  hour_kopecks: number;
  hold_id: number;
  idempotency_key: string;
  input_hash: string;
  channel: string;
  requested_at: Date;
  issued_at: Date | null;
  cancel_until: Date;
  expires_at: Date;
  due_at: Date;
  remind_at: Date | null;
  captured_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  close_reason: string | null;
  messages_count: number;
  calls_count: number;
  forgotten_at: Date | null;
};

/** A row of rentals_calls. */
export type RentalsCallsRow = {
  id: number;
  rental_id: number;
  call_id: number;
  sealed_caller: string;
  called_at: Date;
};

/** A row of rentals_extensions. */
export type RentalsExtensionsRow = {
  id: number;
  rental_id: number;
  user_id: number;
  idempotency_key: string;
  input_hash: string;
  hours: number;
  price_kopecks: number;
  cost_kopecks: number;
  expires_before: Date;
  expires_after: Date;
  created_at: Date;
};

/** A row of rentals_messages. */
export type RentalsMessagesRow = {
  id: number;
  rental_id: number;
  sms_id: number;
  sealed_sender: string;
  sealed_text: string;
  sealed_code: string | null;
  received_at: Date;
};

/** A row of rentals_outcomes. */
export type RentalsOutcomesRow = {
  id: number | null;
  user_id: number | null;
  service_id: number | null;
  country_id: number | null;
  state: string | null;
  price_kopecks: number | null;
  requested_at: Date | null;
  issued_at: Date | null;
  received_at: Date | null;
  captured_at: Date | null;
  closed_at: Date | null;
  supplier_id: number | null;
  operator: string | null;
  number: number | null;
  messages_count: number | null;
  share_kopecks: number | null;
};

/** A row of rentals_paid_extensions. */
export type RentalsPaidExtensionsRow = {
  id: number | null;
  user_id: number | null;
  service_id: number | null;
  country_id: number | null;
  price_kopecks: number | null;
  created_at: Date | null;
};

/** A row of sandbox_account_claims. */
export type SandboxAccountClaimsRow = {
  key_id: number;
  id: number;
  order_id: number;
  place: number;
  text: string;
  idempotency_key: string;
  input_hash: string;
  claimed_at: Date;
};

/** A row of sandbox_account_orders. */
export type SandboxAccountOrdersRow = {
  key_id: number;
  id: number;
  offer_id: number;
  count: number;
  price_kopecks: number;
  idempotency_key: string;
  input_hash: string;
  bought_at: Date;
};

/** A row of sandbox_accounts. */
export type SandboxAccountsRow = {
  key_id: number;
  user_id: number;
  ahead_seconds: number;
  orders_made: number;
  spent_kopecks: number;
  used_at: Date;
  rentals_made: number;
  account_orders_made: number;
  account_claims_made: number;
};

/** A row of sandbox_extensions. */
export type SandboxExtensionsRow = {
  key_id: number;
  rental_id: number;
  idempotency_key: string;
  input_hash: string;
  hours: number;
  price_kopecks: number;
  extended_at: Date;
};

/** A row of sandbox_orders. */
export type SandboxOrdersRow = {
  key_id: number;
  id: number;
  service_id: number;
  service_code: string;
  country_id: number;
  operator: string;
  number: string;
  price_kopecks: number;
  idempotency_key: string;
  input_hash: string;
  issued_at: Date;
  more_asked_at: Date | null;
  closed_at: Date | null;
  closed_as: string | null;
};

/** A row of sandbox_rentals. */
export type SandboxRentalsRow = {
  key_id: number;
  id: number;
  service_id: number;
  service_code: string;
  country_id: number;
  operator: string;
  number: string;
  hours: number;
  price_kopecks: number;
  idempotency_key: string;
  input_hash: string;
  rented_at: Date;
  closed_at: Date | null;
  closed_as: string | null;
};

/** A row of sandbox_searches. */
export type SandboxSearchesRow = {
  key_id: number;
  id: number;
  service_id: number;
  country_id: number;
  operator: string;
  step_seconds: number[];
  step_kopecks: number[];
  seconds: number;
  attempts_max: number;
  replace_after_seconds: number | null;
  replacements_max: number;
  replacements: number;
  state: string;
  order_id: number | null;
  refusal: string | null;
  created_at: Date;
  started_at: Date;
  closed_at: Date | null;
};

/** A row of statistics_business. */
export type StatisticsBusinessRow = {
  day: Date;
  kind: string;
  service_id: number;
  country_id: number;
  placed: number;
  delivered: number;
  undelivered: number;
  refunded: number;
  captured_kopecks: number;
  refunded_kopecks: number;
  cost_kopecks: number;
  bonus_kopecks: number;
  referral_kopecks: number;
};

/** A row of statistics_business_progress. */
export type StatisticsBusinessProgressRow = {
  only_row: boolean;
  last_transfer_id: number;
  counted_at: Date | null;
};

/** A row of statistics_cost_days. */
export type StatisticsCostDaysRow = {
  day: Date;
  service_id: number;
  country_id: number;
  supplier_id: number;
  cost_kopecks: number;
  purchases: number;
  codes: number;
  timed: number;
  waited_seconds: number;
};

/** A row of statistics_day_waits. */
export type StatisticsDayWaitsRow = {
  day: Date;
  waits: Json;
};

/** A row of statistics_days. */
export type StatisticsDaysRow = {
  day: Date;
  service_id: number;
  country_id: number;
  purchases: number;
  successes: number;
  own_codes: number;
  own_cost_kopecks: number;
};

/** A row of statistics_of_accounts. */
export type StatisticsOfAccountsRow = {
  id: number | null;
  user_id: number | null;
  kind: string | null;
  day: Date | null;
  service_id: number | null;
  country_id: number | null;
  is_running: boolean | null;
  requests: number | null;
  refused: number | null;
  numbers: number | null;
  successes: number | null;
  cancelled: number | null;
  expired: number | null;
  reported: number | null;
  extensions: number | null;
  captured_kopecks: number | null;
  wait_seconds: number | null;
  accounts: number | null;
};

/** A row of statistics_of_activations. */
export type StatisticsOfActivationsRow = {
  id: number | null;
  user_id: number | null;
  kind: string | null;
  day: Date | null;
  service_id: number | null;
  country_id: number | null;
  is_running: boolean | null;
  requests: number | null;
  refused: number | null;
  numbers: number | null;
  successes: number | null;
  cancelled: number | null;
  expired: number | null;
  reported: number | null;
  extensions: number | null;
  captured_kopecks: number | null;
  wait_seconds: number | null;
  accounts: number | null;
};

/** A row of statistics_of_extensions. */
export type StatisticsOfExtensionsRow = {
  id: number | null;
  user_id: number | null;
  kind: string | null;
  day: Date | null;
  service_id: number | null;
  country_id: number | null;
  is_running: boolean | null;
  requests: number | null;
  refused: number | null;
  numbers: number | null;
  successes: number | null;
  cancelled: number | null;
  expired: number | null;
  reported: number | null;
  extensions: number | null;
  captured_kopecks: number | null;
  wait_seconds: number | null;
  accounts: number | null;
};

/** A row of statistics_of_rentals. */
export type StatisticsOfRentalsRow = {
  id: number | null;
  user_id: number | null;
  kind: string | null;
  day: Date | null;
  service_id: number | null;
  country_id: number | null;
  is_running: boolean | null;
  requests: number | null;
  refused: number | null;
  numbers: number | null;
  successes: number | null;
  cancelled: number | null;
  expired: number | null;
  reported: number | null;
  extensions: number | null;
  captured_kopecks: number | null;
  wait_seconds: number | null;
  accounts: number | null;
};

/** A row of statistics_of_transfers. */
export type StatisticsOfTransfersRow = {
  id: number | null;
  day: Date | null;
  kind: string | null;
  service_id: number | null;
  country_id: number | null;
  placed: number | null;
  delivered: number | null;
  undelivered: number | null;
  refunded: number | null;
  captured_kopecks: number | null;
  refunded_kopecks: number | null;
  cost_kopecks: number | null;
  bonus_kopecks: number | null;
  referral_kopecks: number | null;
};

/** A row of statistics_progress. */
export type StatisticsProgressRow = {
  only_row: boolean;
  last_order_id: number;
};

/** A row of statistics_public. */
export type StatisticsPublicRow = {
  only_row: boolean;
  purchases: number;
  successes: number;
  median_seconds: number | null;
  lowest_kopecks: number | null;
  measured_at: Date | null;
};

/** A row of statistics_routing. */
export type StatisticsRoutingRow = {
  service_id: number;
  country_id: number;
  supplier_id: number;
  orders: number;
  codes: number;
  refused: number;
  chance_percent: number;
  wait_seconds: number;
  is_trial: boolean;
};

/** A row of statistics_running. */
export type StatisticsRunningRow = {
  user_id: number;
  kind: string;
  purchase_id: number;
};

/** A row of statistics_supplied. */
export type StatisticsSuppliedRow = {
  supplier_id: number;
  day: Date;
  kind: string;
  service_id: number;
  country_id: number;
  operator: string;
  requests: number;
  codes: number;
  cancelled: number;
  expired: number;
  reported: number;
  sms: number;
  share_kopecks: number;
  waits: Json;
};

/** A row of statistics_supplied_activations. */
export type StatisticsSuppliedActivationsRow = {
  supplier_id: number | null;
  kind: string | null;
  order_id: number | null;
  day: Date | null;
  requested_at: Date | null;
  service_id: number | null;
  country_id: number | null;
  operator: string | null;
  number: number | null;
  state: string | null;
  is_running: boolean | null;
  codes: number | null;
  cancelled: number | null;
  expired: number | null;
  reported: number | null;
  sms: number | null;
  share_kopecks: number | null;
  wait_seconds: number | null;
};

/** A row of statistics_supplied_orders. */
export type StatisticsSuppliedOrdersRow = {
  supplier_id: number;
  kind: string;
  order_id: number;
  is_running: boolean;
};

/** A row of statistics_supplied_progress. */
export type StatisticsSuppliedProgressRow = {
  only_row: boolean;
  last_activation_id: number;
  last_rental_id: number;
};

/** A row of statistics_supplied_rentals. */
export type StatisticsSuppliedRentalsRow = {
  supplier_id: number | null;
  kind: string | null;
  order_id: number | null;
  day: Date | null;
  requested_at: Date | null;
  service_id: number | null;
  country_id: number | null;
  operator: string | null;
  number: number | null;
  state: string | null;
  is_running: boolean | null;
  codes: number | null;
  cancelled: number | null;
  expired: number | null;
  reported: number | null;
  sms: number | null;
  share_kopecks: number | null;
  wait_seconds: number | null;
};

/** A row of statistics_supplier_hours. */
export type StatisticsSupplierHoursRow = {
  hour: Date;
  supplier_id: number;
  service_id: number;
  purchases: number;
  successes: number;
};

/** A row of statistics_users. */
export type StatisticsUsersRow = {
  user_id: number;
  day: Date;
  kind: string;
  service_id: number;
  country_id: number;
  requests: number;
  refused: number;
  numbers: number;
  successes: number;
  cancelled: number;
  expired: number;
  reported: number;
  extensions: number;
  captured_kopecks: number;
  waits: Json;
  accounts: number;
};

/** A row of statistics_users_progress. */
export type StatisticsUsersProgressRow = {
  only_row: boolean;
  last_activation_id: number;
  last_rental_id: number;
  last_extension_id: number;
  last_account_order_id: number;
};

/** A row of stores_acceptances. */
export type StoresAcceptancesRow = {
  user_id: number;
  version: number;
  accepted_at: Date;
};

/** A row of stores_applications. */
export type StoresApplicationsRow = {
  id: number;
  user_id: number;
  name: string;
  description: string;
  email: string;
  state: string;
  reason: string | null;
  decided_by: number | null;
  decided_at: Date | null;
  created_at: Date;
  text_hash: Buffer | null;
  flags: string[];
};

/** A row of stores_stores. */
export type StoresStoresRow = {
  user_id: number;
  application_id: number;
  name: string;
  description: string;
  email: string;
  opened_at: Date;
};

/** A row of supply_attempts. */
export type SupplyAttemptsRow = {
  client_id: string;
  activation_id: number;
  supplier_id: number;
  offer_id: number;
  state: string;
  number: number | null;
  supplier_ref: number | null;
  error: string | null;
  started_at: Date;
  ended_at: Date | null;
  resolve_at: Date | null;
  resolutions: number;
  wanted: boolean;
  cost_kopecks: number | null;
};

/** A row of supply_calls. */
export type SupplyCallsRow = {
  id: number;
  supplier_id: number;
  call_id: number;
  phone: number;
  sealed_caller: string | null;
  called_at: Date;
  matched: boolean;
  received_at: Date;
  content_mark: number | null;
};

/** A row of supply_current_offers. */
export type SupplyCurrentOffersRow = {
  id: number | null;
  supplier_id: number | null;
  service_id: number | null;
  country_id: number | null;
  operator: string | null;
  cost_kopecks: number | null;
  kind: string | null;
  count: number | null;
  healthy: boolean | null;
  reported_at: Date | null;
  proven_count: number | null;
};

/** A row of supply_exchanges. */
export type SupplyExchangesRow = {
  id: number;
  supplier_id: number;
  hour: Date;
  slot: number;
  at: Date;
  action: string;
  reason: string;
  detail: string;
  http_status: number | null;
  request: string;
  answer: string | null;
  forget_at: Date;
};

/** A row of supply_finishes. */
export type SupplyFinishesRow = {
  id: number;
  supplier_id: number;
  supplier_ref: number;
  outcome: number;
  activation_id: number | null;
  created_at: Date;
  due_at: Date;
  attempts: number;
  last_error: string | null;
  done_at: Date | null;
};

/** A row of supply_minutes. */
export type SupplyMinutesRow = {
  supplier_id: number;
  minute: Date;
  numbers_count: number;
  no_numbers_count: number;
  failed_count: number;
  unanswered_count: number;
  timed_count: number;
  answer_ms_sum: number;
  within_counts: number[];
  sms_count: number;
};

/** A row of supply_numbers. */
export type SupplyNumbersRow = {
  number: number;
  supplier_id: number;
  country_id: number;
  operator: string;
  port_id: string | null;
  online: boolean;
  first_seen_at: Date;
  changed_at: Date;
  held_at: Date | null;
  held_online: boolean;
  held_service_ids: number[] | null;
};

/** A row of supply_offer_hours. */
export type SupplyOfferHoursRow = {
  offer_id: number;
  hour: Date;
  told_count: number;
  found_count: number;
  failed_count: number;
};

/** A row of supply_offers. */
export type SupplyOffersRow = {
  id: number;
  supplier_id: number;
  service_id: number;
  country_id: number;
  operator: string;
  claimed_count: number;
  cost_kopecks: number;
  reported_at: Date;
  proven_percent: number | null;
};

/** A row of supply_online_numbers. */
export type SupplyOnlineNumbersRow = {
  country_id: number | null;
  numbers: number | null;
};

/** A row of supply_owned_suppliers. */
export type SupplyOwnedSuppliersRow = {
  supplier_id: number | null;
  owner_user_id: number | null;
  code: string | null;
};

/** A row of supply_prices. */
export type SupplyPricesRow = {
  supplier_id: number;
  service_id: number;
  country_id: number;
  cost_kopecks: number;
};

/** A row of supply_references. */
export type SupplyReferencesRow = {
  id: number;
  supplier_id: number;
  reference: string;
  noted_at: Date;
};

/** A row of supply_rent_leases. */
export type SupplyRentLeasesRow = {
  id: number;
  number: number;
  service_id: number | null;
  rental_id: number;
  started_at: Date;
  until: Date;
  ended_at: Date | null;
  rest_minutes: number;
};

/** A row of supply_rent_numbers. */
export type SupplyRentNumbersRow = {
  number: number;
  supplier_id: number;
  country_id: number;
  operator: string;
  port_id: string | null;
  service_ids: number[] | null;
  online: boolean;
  place: number;
  first_seen_at: Date;
  changed_at: Date;
  held_at: Date | null;
  held_online: boolean;
};

/** A row of supply_rent_prices. */
export type SupplyRentPricesRow = {
  supplier_id: number;
  country_id: number;
  service_id: number | null;
  hour_cost_kopecks: number;
  past_hour_cost_kopecks: number | null;
  past_until: Date | null;
};

/** A row of supply_rent_used. */
export type SupplyRentUsedRow = {
  number: number;
  service_id: number;
  at: Date;
};

/** A row of supply_resting. */
export type SupplyRestingRow = {
  offer_id: number;
  number: number;
  due_at: Date;
};

/** A row of supply_retired_keys. */
export type SupplyRetiredKeysRow = {
  push_key_hash: string;
  supplier_id: number;
  sealed_key: string;
  calls_until: Date;
  taken_until: Date;
  retired_at: Date;
};

/** A row of supply_self_test_exchanges. */
export type SupplySelfTestExchangesRow = {
  id: number;
  self_test_id: number;
  direction: string;
  test: string | null;
  action: string;
  at: Date;
  took_ms: number;
  http_status: number | null;
  fault: string | null;
  sealed_request: string;
  sealed_answer: string | null;
  has_user_agent: boolean | null;
  is_exact: boolean | null;
  error: string | null;
  detail: string | null;
  phone: number | null;
  sms_id: string | null;
};

/** A row of supply_self_test_numbers. */
export type SupplySelfTestNumbersRow = {
  id: number;
  self_test_id: number;
  supplier_ref: string;
  number: number;
  country_id: number | null;
  lent_at: Date;
  outcome: number | null;
  finished_at: Date | null;
  tries: number;
  due_at: Date;
};

/** A row of supply_self_test_results. */
export type SupplySelfTestResultsRow = {
  self_test_id: number;
  test: string;
  outcome: string;
  reason: string | null;
  detail: string | null;
  judged_at: Date;
};

/** A row of supply_self_tests. */
export type SupplySelfTestsRow = {
  id: number;
  supplier_id: number;
  state: string;
  key_hash: string;
  base_url: string | null;
  idempotency_key: string;
  numbers_max: number;
  current_test: string | null;
  lease_until: Date | null;
  deadline_at: Date;
  created_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
};

/** A row of supply_sms. */
export type SupplySmsRow = {
  id: number;
  supplier_id: number;
  sms_id: number;
  phone: number;
  sealed_sender: string | null;
  sealed_text: string | null;
  text_length: number;
  matched: boolean;
  received_at: Date;
  content_mark: number | null;
};

/** A row of supply_stock. */
export type SupplyStockRow = {
  id: number;
  offer_id: number;
  number: number;
};

/** A row of supply_suppliers. */
export type SupplySuppliersRow = {
  id: number;
  code: string;
  name: string;
  kind: string;
  base_url: string | null;
  sealed_key: string;
  push_key_hash: string;
  honours_client_id: boolean;
  enabled: boolean;
  circuit_state: string;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  last_error: string | null;
  penalty_until: Date | null;
  penalty_reason: string | null;
  poll_due_at: Date;
  dialect: Json;
  created_at: Date;
  loose_types_at: Date | null;
  loose_types: string | null;
  word_table: string | null;
  country_words: Json;
  ended_at: Date | null;
  rents: boolean;
  default_cost_kopecks: number | null;
  open_max: number | null;
  is_full: boolean;
  allowed_country_ids: number[];
  allowed_service_ids: number[];
  allowed_operators: string[];
  owner_user_id: number | null;
  cost_floor_kopecks: number | null;
  cost_ceiling_kopecks: number | null;
  currency: string | null;
  rate_kopecks: number | null;
  balance_cents: number | null;
  balance_at: Date | null;
  balance_min_cents: number | null;
  is_out_of_money: boolean;
  codes_due_at: Date;
};

/** A row of supply_units. */
export type SupplyUnitsRow = {
  supplier_id: number;
  service_id: number;
  number: number;
  offer_id: number;
  parked: boolean;
  lendings: number;
};

/** A row of supply_unknown_words. */
export type SupplyUnknownWordsRow = {
  supplier_id: number;
  kind: string;
  word: string;
  stock: number;
  reports_count: number;
  first_at: Date;
  last_at: Date;
};

/** A row of supply_unusable_answers. */
export type SupplyUnusableAnswersRow = {
  supplier_id: number;
  minute: Date;
  action: string;
  reason: string;
  answers_count: number;
};

/** A row of supply_upstream_watches. */
export type SupplyUpstreamWatchesRow = {
  supplier_id: number;
  supplier_ref: number;
  number: number;
  service_id: number;
  round: number;
  is_last: boolean;
  asked_at: Date | null;
  began_at: Date;
};
