import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { PRODUCT_NAME } from '#lib/product.ts';
import type { Config } from '#lib/server/config/config.ts';

/** Swagger UI uses inline styles. Everything else must come from this origin. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The areas of src/features, which group the calls. */
const AREAS = {
  people: 'Accounts, login, staff, approvals and watch lists',
  site: 'The operator, documents, pictures, articles and messages',
  customs: 'Import rules',
  catalog: 'Cars: search, favorites, landed costs, selling and moderation',
  conversations: 'Messages between buyers, sellers and the office',
  payments: 'Payments, order terms, trade terms and payout accounts',
  orders: 'Orders and their parties',
  shipping: 'Shipments, export papers and handovers',
  bookkeeping: 'Bank statements, payouts and the books',
  aftersales: 'Bookings, claims and reviews',
  office: 'Dashboard, reports and tables',
};
export type Area = keyof typeof AREAS;

/** Serves the OpenAPI document of all endpoints and Swagger UI at /api/docs. */
export async function registerApiDocs(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${PRODUCT_NAME} API`, version: '1', description: 'Every call that the site itself lives on.' },
      tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
      ...(config.publicUrl && { servers: [{ url: config.publicUrl }] }),
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: withSharedSchemas,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    theme: { title: `${PRODUCT_NAME} API` },
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: true },
  });
}

/** Adds the error body as a schema that all calls refer to. Omits its input variant, because no request has one. */
const withSharedSchemas: typeof jsonSchemaTransformObject = (document) => {
  const described = jsonSchemaTransformObject(document);
  if ('components' in described) delete described.components?.schemas?.ErrorInput;
  return described;
};
