import type { InvoiceRecord } from '@diorama/shared/server/db/invoices.ts';
import { describe, expect, it } from 'vitest';
import { drawInvoice } from './draw-invoice.ts';
import { fontRuns } from './font-runs.ts';
import { invoiceLines } from './invoice-lines.ts';

const INVOICE: InvoiceRecord = {
  id: '01900000-0000-7000-8000-000000000001',
  account_id: '01900000-0000-7000-8000-000000000002',
  order_id: '01900000-0000-7000-8000-000000000003',
  number: 'INV-2026-000042',
  kind: 'invoice',
  amount: 23_250,
  currency: 'USD',
  transaction_id: 'ch_1',
  document_object: null,
  created_at: '2026-11-22T10:00:00.000Z',
  details: {
    language: 'en',
    workspace: 'Studio',
    plan: 'Pro',
    months: 12,
    amount: 48_000,
    discount: 24_000,
    credit: 750,
    tax: 0,
    total: 23_250,
    billing: null,
    corrects: null,
  },
};

describe('an invoice', () => {
  it('adds up in every language, as does a credit note', () => {
    for (const language of ['en', 'es'] as const) {
      for (const kind of ['invoice', 'credit-note'] as const) {
        const total = kind === 'invoice' ? 23_250 : -5_000;
        const { lines, sums } = invoiceLines(
          { ...INVOICE, kind, details: { ...INVOICE.details, total } },
          language,
        );
        expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(total);
        expect(sums.find(({ isTotal }) => isTotal)?.cents).toBe(total);
      }
    }
  });

  it('is a PDF of one page, and the same bytes each time', async () => {
    const [first, second] = [await drawInvoice(INVOICE), await drawInvoice(INVOICE)];
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(first.equals(second)).toBe(true);
  });

  it('of whoever has a name that is far too long stays on its page', async () => {
    const long = 'W'.repeat(480);
    const billing = {
      name: long,
      email: long,
      addressLine1: long,
      city: long,
      state: long,
      postalCode: long,
      country: 'ES',
      legalId: long,
    };
    const drawn = await drawInvoice({
      ...INVOICE,
      details: { ...INVOICE.details, workspace: long, billing },
    });
    expect(drawn.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('writes each letter with a font that has it', () => {
    expect(fontRuns('Łukasz Ωмега 東€', 'bold')).toEqual([
      { font: 'latin-ext-bold', text: 'Ł' },
      { font: 'Helvetica-Bold', text: 'ukasz ' },
      { font: 'greek-bold', text: 'Ω' },
      { font: 'cyrillic-bold', text: 'мега' },
      { font: 'Helvetica-Bold', text: ' ?€' },
    ]);
  });
});
