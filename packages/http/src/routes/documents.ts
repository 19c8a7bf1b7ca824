import { z } from 'zod';
import { DOCS_CSS, DOCS_POLICY, docsPage } from '../openapi/docs-page.js';
import type { OpenApiDocument } from '../openapi/openapi-document.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';

const shared = { method: 'GET', permission: 'jobs:read', tag: 'Documents' } as const;

export const DOCUMENT_ROUTES: readonly Route[] = [
  route({
    ...shared,
    path: '/openapi.json',
    operation: 'documents.openapi',
    summary: 'This API as an OpenAPI 3.1 document.',
    answers: { 200: answer('The document.', z.looseObject({ openapi: z.literal('3.1.0') })) },
    // As a text, since members of schemas are called like the data that is hidden from some readers.
    handle: async ({ services }) => ({
      status: 200,
      body: JSON.stringify(services.openApi()),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    }),
  }),
  route({
    ...shared,
    path: '/docs',
    operation: 'documents.page',
    summary: 'The same as a page for people. It loads nothing from elsewhere and runs no script.',
    answers: { 200: answer('The page.', z.string(), 'text/html') },
    handle: async ({ services }) => ({
      status: 200,
      body: docsPage(services.openApi() as OpenApiDocument, services.basePath),
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': DOCS_POLICY },
    }),
  }),
  route({
    ...shared,
    path: '/docs.css',
    operation: 'documents.style',
    summary: 'The style sheet of the page.',
    answers: { 200: answer('The style sheet.', z.string(), 'text/css') },
    handle: async () => ({
      status: 200,
      body: DOCS_CSS,
      headers: { 'content-type': 'text/css; charset=utf-8' },
    }),
  }),
];
