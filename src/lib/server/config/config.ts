import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#lib/config-error.ts';
import { PRODUCT_NAME } from '../../product.ts';
import type { S3Settings } from '../files/s3-files.ts';
import { type Mailbox, readMailbox } from '../mail/mail-address.ts';

/** Login of the first administrator where the operator names none; letters to the operator go there too. */
export const DEFAULT_ADMIN_EMAIL = 'admin@carquay.example';

const empty = (value: unknown) => (value === '' ? undefined : value);
const origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL like https://cars.example' })
  .transform((text) => new URL(text).origin);
const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL like postgres://user:password@host:5432/name',
});
const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${least} to ${most}` })
    .int({ error: 'must be a whole number' })
    .min(least, { error: `must be at least ${least}` })
    .max(most, { error: `must be at most ${most}` });

/** The address that people open and that links in mails begin with. */
export function siteAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** Every setting, read from the environment. The descriptions are the README's table. */
export const settings = {
  PORT: z.preprocess(empty, wholeNumber(1, 65_535).default(3000)).describe('Port to listen on'),
  HOST: z.preprocess(empty, z.string().default('0.0.0.0')).describe('Address to listen on'),
  PUBLIC_URL: z
    .preprocess(empty, origin.optional())
    .describe('Origin visitors use, also the base of links in emails; https turns on secure cookies'),
  DATA_DIR: z
    .preprocess(
      empty,
      z
        .string()
        .default('.data')
        .transform((path) => resolve(path)),
    )
    .describe('Folder for the embedded database, uploads, pictures and first logins'),
  DATABASE_URL: z
    .preprocess(empty, databaseAddress.optional())
    .describe('External PostgreSQL, version 15 or newer; unset: the embedded database'),
  DATABASE_OWNER_URL: z
    .preprocess(empty, databaseAddress.optional())
    .describe('URL of the same database for the role that owns its tables; unset: the role in DATABASE_URL owns them'),
  DEMO_LISTINGS: z
    .preprocess(empty, wholeNumber(0, 1_000_000).default(4200))
    .describe('Number of demo cars created in an empty database; 0: none'),
  ADMIN_EMAIL: z
    .preprocess(empty, z.email({ error: 'must be an email address' }).optional())
    .describe('Login of the first administrator'),
  ADMIN_PASSWORD: z
    .preprocess(empty, z.string().min(6, { error: 'must have at least 6 characters' }).max(128).optional())
    .describe('Password of the first administrator; unset: a random one, printed once'),
  PASSWORD_POLICY: z
    .preprocess(empty, z.enum(['basic', 'strict'], { error: 'must be basic or strict' }).default('basic'))
    .describe('strict: new passwords need at least 8 characters and must not be common; basic: at least 6 characters'),
  PASSWORD_PEPPER: z
    .preprocess(empty, z.string().min(16, { error: 'must have at least 16 characters' }).optional())
    .describe('Secret mixed into every password hash; set it before the first start and never change it'),
  SMTP_URL: z
    .preprocess(
      empty,
      z
        .url({
          protocol: /^smtps?$/,
          hostname: /./,
          error: 'must be a URL like smtp://user:password@mail.example:587',
        })
        .optional(),
    )
    .describe('Mail server, smtp:// or smtps://; unset: emails are written to files in DATA_DIR/mails'),
  MAIL_FROM: z
    .preprocess(
      empty,
      z
        .string()
        .default(`${PRODUCT_NAME} <no-reply@carquay.example>`)
        .transform((text, context) => {
          const mailbox = readMailbox(text);
          if (mailbox) return mailbox;
          context.addIssue({
            code: 'custom',
            message: 'must be an email address, such as Cars <no-reply@cars.example>',
          });
          return z.NEVER;
        }),
    )
    .describe('Sender of all emails'),
  UNCONFIRMED_MAY_TRADE: z
    .preprocess(empty, z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('yes'))
    .describe('Whether users with an unconfirmed email address may list cars and pay'),
  CONTACT_EMAIL: z
    .preprocess(empty, z.email({ error: 'must be an email address' }).optional())
    .describe('Email address that receives contact form messages; unset: ADMIN_EMAIL'),
  CONTACT_TRANSPORT: z
    .preprocess(empty, z.enum(['own', 'send-service'], { error: 'must be own or send-service' }).default('own'))
    .describe(
      'How contact messages are sent: own emails them; send-service uses the service in the SEND_SERVICE settings',
    ),
  SEND_SERVICE_URL: z
    .preprocess(
      empty,
      z
        .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
        .default('https://api.emailjs.com/api/v1.0/email/send'),
    )
    .describe('URL of the send service'),
  SEND_SERVICE_USER_ID: z.preprocess(empty, z.string().optional()).describe('User ID at the send service'),
  SEND_SERVICE_ID: z.preprocess(empty, z.string().optional()).describe('Service ID at the send service'),
  SEND_SERVICE_TEMPLATE_ID: z.preprocess(empty, z.string().optional()).describe('Template ID at the send service'),
  S3_BUCKET: z
    .preprocess(empty, z.string().optional())
    .describe('S3-compatible bucket for user uploads; unset: a folder in DATA_DIR'),
  S3_REGION: z.preprocess(empty, z.string().default('us-east-1')).describe('Region of the bucket'),
  S3_ENDPOINT: z
    .preprocess(empty, origin.optional())
    .describe('Endpoint URL of a non-AWS provider, such as https://s3.provider.example'),
  S3_ACCESS_KEY_ID: z
    .preprocess(empty, z.string().optional())
    .describe(
      'Access key ID for the bucket; unset: the AWS SDK finds credentials, for example from the machine’s role',
    ),
  S3_SECRET_ACCESS_KEY: z.preprocess(empty, z.string().optional()).describe('Secret access key for the bucket'),
  S3_FORCE_PATH_STYLE: z
    .preprocess(empty, z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'))
    .describe('yes: the bucket name is part of the path, not of the host name'),
  PAYMENTS: z
    .preprocess(empty, z.enum(['simulated', 'stripe'], { error: 'must be simulated or stripe' }).default('simulated'))
    .describe('Payment provider; simulated: test payments only, nobody is charged'),
  PAYMENT_DELAY_MS: z
    .preprocess(empty, wholeNumber(0, 8_000).default(5_000))
    .describe('Time the simulated provider takes to decide, in milliseconds'),
  STRIPE_SECRET_KEY: z.preprocess(empty, z.string().optional()).describe('Secret key of the Stripe account'),
  STRIPE_PUBLISHABLE_KEY: z.preprocess(empty, z.string().optional()).describe('Publishable key of the Stripe account'),
  STRIPE_WEBHOOK_SECRET: z.preprocess(empty, z.string().optional()).describe('Signing secret of the Stripe webhook'),
  STRIPE_API: z.preprocess(empty, origin.optional()).describe('URL of a substitute for the Stripe API, for tests'),
  CHAT_NUMBER: z
    .preprocess(
      empty,
      z
        .string()
        .regex(/^\d{6,15}$/, { error: 'must be a phone number in international form, digits only' })
        .default('8620000000000'),
    )
    .describe('Phone number of the messaging chat in international form, digits only'),
  HISTORY_REPORT_URL: z
    .preprocess(
      empty,
      z
        .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
        .default('https://www.carvertical.com/en/pricing'),
    )
    .describe('Pricing page of the vehicle-history service that the site links to'),
  TRUST_PROXY: z
    .preprocess(empty, wholeNumber(0, 10).default(0))
    .describe('Number of trusted proxies in front of the site'),
  LOG_LEVEL: z
    .preprocess(
      empty,
      z
        .enum(['silent', 'error', 'warn', 'info', 'debug'], { error: 'must be silent, error, warn, info or debug' })
        .default('warn'),
    )
    .describe('Least severe level that is logged'),
} as const;

const schema = z.object(settings);

/** How Stripe is reached; `api` only where something else stands in for it. */
export type StripeAccess = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  api: string | undefined;
};

export type Config = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  demoListings: number;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  passwordPolicy: 'basic' | 'strict';
  passwordPepper: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: Mailbox;
  unconfirmedMayTrade: boolean;
  contactEmail: string;
  contactTransport: 'own' | 'send-service';
  sendService: {
    url: string;
    userId: string | undefined;
    serviceId: string | undefined;
    templateId: string | undefined;
  };
  s3: S3Settings | undefined;
  payments: { delayMs: number; stripe: StripeAccess | undefined };
  chatNumber: string;
  historyReportUrl: string;
  trustProxy: number;
  logLevel: string;
};

export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = schema.safeParse(environment);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `The setting ${issue.path.join('.')} ${issue.message}.`).join('\n'),
    );
  }
  const read = result.data;
  if (read.DATABASE_OWNER_URL && !read.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not. Set DATABASE_URL to the URL the site connects with.',
    );
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    demoListings: read.DEMO_LISTINGS,
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    passwordPolicy: read.PASSWORD_POLICY,
    passwordPepper: read.PASSWORD_PEPPER,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    unconfirmedMayTrade: read.UNCONFIRMED_MAY_TRADE === 'yes',
    contactEmail: read.CONTACT_EMAIL ?? read.ADMIN_EMAIL ?? DEFAULT_ADMIN_EMAIL,
    contactTransport: read.CONTACT_TRANSPORT,
    sendService: {
      url: read.SEND_SERVICE_URL,
      userId: read.SEND_SERVICE_USER_ID,
      serviceId: read.SEND_SERVICE_ID,
      templateId: read.SEND_SERVICE_TEMPLATE_ID,
    },
    s3: s3Of(read),
    payments: { delayMs: read.PAYMENT_DELAY_MS, stripe: stripeOf(read) },
    chatNumber: read.CHAT_NUMBER,
    historyReportUrl: read.HISTORY_REPORT_URL,
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
  };
}

function stripeOf(read: z.output<typeof schema>): StripeAccess | undefined {
  if (read.PAYMENTS !== 'stripe') return undefined;
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API: api } = read;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const missing = Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [name] : []));
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError(`PAYMENTS=stripe requires ${missing.join(' and ')}.`);
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    api,
  };
}

function s3Of(read: z.output<typeof schema>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (bucket === undefined) return undefined;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  }
  return {
    bucket,
    region: read.S3_REGION,
    endpoint: read.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: read.S3_FORCE_PATH_STYLE === 'yes',
  };
}
