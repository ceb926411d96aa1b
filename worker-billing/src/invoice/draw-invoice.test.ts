import type { InvoiceRecord } from '@diorama/shared/server/billing/invoices.queries.ts';
import { describe, expect, it } from 'vitest';
import { drawInvoice, fontRuns, invoiceLines, sellerLines } from './draw-invoice.ts';

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

const SELLER = {
  name: 'Diorama Ltd',
  address: ['1 Main Street', 'Dublin'],
  taxId: 'IE1',
  email: 'billing@example.test',
  taxRate: 21,
};

describe('an invoice', () => {
  it('contains the seller, the paid period and the tax included in the price', () => {
    expect(sellerLines(SELLER, (label) => label)).toEqual([
      'Diorama Ltd',
      '1 Main Street',
      'Dublin',
      'legalId: IE1',
      'billing@example.test',
    ]);
    const period = { from: '2026-11-22T10:00:00Z', until: '2027-11-22T10:00:00Z' };
    const details = { ...INVOICE.details, period };
    const { lines, sums } = invoiceLines({ ...INVOICE, details }, 'en', 21);
    expect(lines[0]?.text).toBe('Diorama Pro, one year, Nov 22, 2026 – Nov 22, 2027');
    expect(sums.map(({ text, cents }) => [text, cents])).toEqual([
      ['Subtotal', 19_215],
      ['Tax, 21%', 4_035],
      ['Total', 23_250],
    ]);
    expect(invoiceLines(INVOICE, 'en', null).sums).toHaveLength(1);
  });

  it('adds up in every language, as does a credit note', () => {
    for (const language of ['en', 'es'] as const) {
      for (const kind of ['invoice', 'credit-note'] as const) {
        const total = kind === 'invoice' ? 23_250 : -5_000;
        const { lines, sums } = invoiceLines(
          { ...INVOICE, kind, details: { ...INVOICE.details, total } },
          language,
          21,
        );
        expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(total);
        expect(sums.find(({ isTotal }) => isTotal)?.cents).toBe(total);
      }
    }
  });

  it('is a PDF of one page with the same bytes each time', async () => {
    const [first, second] = [await drawInvoice(INVOICE, SELLER), await drawInvoice(INVOICE, SELLER)];
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(first.equals(second)).toBe(true);
    // Marked as an archive, with its structure and without a font of the reader's own.
    const text = first.toString('latin1');
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(text).toContain('/Marked true');
    expect(text).not.toContain('/BaseFont /Helvetica');
  });

  it('stays on one page with very long names', async () => {
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
    const drawn = await drawInvoice(
      { ...INVOICE, details: { ...INVOICE.details, workspace: long, billing } },
      { ...SELLER, name: long, address: Array.from({ length: 9 }, () => long), email: long },
    );
    expect(drawn.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('writes each letter with a font that has it', () => {
    expect(fontRuns('Łukasz Ωмега 東€', 'bold')).toEqual([
      { font: 'latin-ext-bold', text: 'Ł' },
      { font: 'latin-bold', text: 'ukasz ' },
      { font: 'greek-bold', text: 'Ω' },
      { font: 'cyrillic-bold', text: 'мега' },
      { font: 'latin-bold', text: ' ?€' },
    ]);
  });
});
