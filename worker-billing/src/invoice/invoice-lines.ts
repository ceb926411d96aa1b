import { formatDate, formatPercent } from '@diorama/shared/i18n/format.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import type { InvoiceRecord } from '@diorama/shared/server/billing/invoices.queries.ts';
import { INVOICE_TRANSLATIONS, type InvoiceTranslationKey } from './invoice-translations.ts';

/** The lines of an invoice and the sums below them, in cents. */
export type InvoiceSum = {
  lines: { text: string; cents: number }[];
  sums: { text: string; cents: number; isTotal: boolean }[];
};

const YEAR_MONTHS = 12;

/**
 * The lines of an invoice or credit note; they add up to its total.
 * @param taxRate - per cent that the total includes; null shows no tax
 */
export function invoiceLines(invoice: InvoiceRecord, language: Language, taxRate: number | null): InvoiceSum {
  const { details, kind } = invoice;
  const words = (word: InvoiceTranslationKey) => INVOICE_TRANSLATIONS[language][word];
  const cycle = words(details.months === YEAR_MONTHS ? 'yearly' : 'monthly');
  const date = (time: string) => formatDate(language, time, 'UTC');
  const period = details.period ? `, ${date(details.period.from)} – ${date(details.period.until)}` : '';
  const product = `Diorama ${details.plan}, ${cycle}${period}`;
  const tax = taxRate === null ? 0 : Math.round((details.total * taxRate) / (100 + taxRate));
  const lines =
    kind === 'credit-note'
      ? [{ text: `${words('refund')}: ${product}`, cents: details.total }]
      : [
          { text: product, cents: details.amount },
          ...(details.discount > 0 ? [{ text: discountText(invoice, words), cents: -details.discount }] : []),
          ...(details.credit > 0 ? [{ text: words('credit'), cents: -details.credit }] : []),
        ];
  return {
    lines,
    sums: [
      ...(taxRate === null
        ? []
        : [
            { text: words('subtotal'), cents: details.total - tax, isTotal: false },
            {
              text: `${words('tax')}, ${formatPercent(language, taxRate / 100)}`,
              cents: tax,
              isTotal: false,
            },
          ]),
      { text: words('total'), cents: details.total, isTotal: true },
    ],
  };
}

function discountText(
  { details: { code } }: InvoiceRecord,
  words: (word: InvoiceTranslationKey) => string,
): string {
  return code ? `${words('code')} ${code}` : words('discount');
}
