import type { Translation } from '../../catalogues.ts';

/** Spanish labels of an invoice. */
export const messages: Translation<'server/invoice'> = {
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
  credit: 'Abono por tiempo no utilizado',
  refund: 'Reembolso',
  subtotal: 'Subtotal',
  tax: 'Impuestos',
  total: 'Total',
  paid: 'Pagada. Gracias.',
  returned: 'Reembolsado al método de pago.',
};
