import type { Language } from '@diorama/shared/i18n/t.ts';

/** The labels of an invoice by language. */
export const INVOICE_TRANSLATIONS: Record<Language, Record<InvoiceTranslationKey, string>> = {
  en: {
    invoice: 'Invoice',
    'credit-note': 'Credit note',
    number: 'Number',
    date: 'Date',
    transaction: 'Transaction',
    corrects: 'For invoice',
    from: 'Sold by',
    to: 'Billed to',
    legalId: 'Tax ID',
    description: 'Description',
    amount: 'Amount',
    monthly: 'one month',
    yearly: 'one year',
    discount: 'Promotion',
    code: 'Discount code',
    credit: 'Credit for what was not used',
    refund: 'Refund',
    subtotal: 'Subtotal',
    tax: 'Tax',
    total: 'Total',
    paid: 'Paid. Thank you.',
    returned: 'Refunded to the payment method.',
  },
  es: {
    invoice: 'Factura',
    'credit-note': 'Factura rectificativa',
    number: 'Número',
    date: 'Fecha',
    transaction: 'Transacción',
    corrects: 'De la factura',
    from: 'Vendido por',
    to: 'Facturado a',
    legalId: 'NIF',
    description: 'Concepto',
    amount: 'Importe',
    monthly: 'un mes',
    yearly: 'un año',
    discount: 'Promoción',
    code: 'Código de descuento',
    credit: 'Abono por lo no usado',
    refund: 'Devolución',
    subtotal: 'Subtotal',
    tax: 'Impuestos',
    total: 'Total',
    paid: 'Pagada. Gracias.',
    returned: 'Reembolsado al método de pago.',
  },
};

export type InvoiceTranslationKey =
  | 'invoice'
  | 'credit-note'
  | 'number'
  | 'date'
  | 'transaction'
  | 'corrects'
  | 'from'
  | 'to'
  | 'legalId'
  | 'description'
  | 'amount'
  | 'monthly'
  | 'yearly'
  | 'discount'
  | 'code'
  | 'credit'
  | 'refund'
  | 'subtotal'
  | 'tax'
  | 'total'
  | 'paid'
  | 'returned';
