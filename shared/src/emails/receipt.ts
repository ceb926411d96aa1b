import { z } from 'zod';
import { emailAttachment } from './content.ts';
import { defineEmail } from './define.ts';
import { mailName, OWN_WORKSPACE } from './name.ts';

/**
 * Outcome of a payment. `waiting`: the plan is not active yet; `returned`: the order is obsolete and the
 * money is refunded; `free`: the plan is active and nothing was charged.
 */
const RECEIPT_OUTCOMES = ['active', 'waiting', 'returned', 'free'] as const;
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number];

type Payment = { total: string; plan: string; name: string };

/** Title, and sentences about the money and the plan. */
const OUTCOME_TEXTS = {
  en: {
    active: ({ total, plan, name }) => [
      'Thank you for your payment',
      `We received ${total} for ${plan} in ${name}. The plan is active.`,
    ],
    waiting: ({ total, plan, name }) => [
      'Thank you for your payment',
      `We received ${total} for ${plan} in ${name}. The plan is being activated.`,
    ],
    returned: ({ total, plan, name }) => [
      'Your payment comes back to you',
      `We received ${total} for ${plan} in ${name}, and it was not needed any more: the plan was paid already, or cancelled. We give back all of it.`,
    ],
    free: ({ plan, name }) => [
      `${plan} is active`,
      `Nothing was charged for ${plan} in ${name}. The plan is active.`,
    ],
  },
  es: {
    active: ({ total, plan, name }) => [
      'Gracias por tu pago',
      `Hemos recibido ${total} por ${plan} en ${name}. El plan está activo.`,
    ],
    waiting: ({ total, plan, name }) => [
      'Gracias por tu pago',
      `Hemos recibido ${total} por ${plan} en ${name}. El plan se está activando.`,
    ],
    returned: ({ total, plan, name }) => [
      'Te devolvemos tu pago',
      `Hemos recibido ${total} por ${plan} en ${name}, pero ya no hacía falta: el plan estaba pagado o cancelado. Lo devolvemos todo.`,
    ],
    free: ({ plan, name }) => [
      `${plan} está activo`,
      `No se ha cobrado nada por ${plan} en ${name}. El plan está activo.`,
    ],
  },
} satisfies Record<string, Record<ReceiptOutcome, (payment: Payment) => [string, string]>>;

/** Receipt with the purchase and a link to the invoice. */
export const receiptEmail = defineEmail({
  name: 'receipt',
  props: z.object({
    workspace: mailName.nullable(),
    plan: z.string(),
    number: z.string(),
    /** The document, as a stored object; absent in mails that an older version asked for. */
    attachment: emailAttachment.nullish(),
    total: z.string(),
    /** Discount of a code; absent in mails that an older version queued. */
    discount: z.object({ code: z.string(), amount: z.string() }).nullish(),
    /** Absent in mails that an older version queued. */
    outcome: z.enum(RECEIPT_OUTCOMES).default('active'),
    url: z.url(),
  }),
  content: (language, { workspace, plan, number, total, discount, outcome, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    const [title, text] = OUTCOME_TEXTS[language][outcome]({ total, plan, name });
    return {
      en: {
        subject: `Your receipt for Diorama ${plan}`,
        preview: `Invoice ${number}: ${total}.`,
        title,
        paragraphs: [
          text,
          ...(discount
            ? [`The code ${discount.code} took ${discount.amount} off. Renewals are at the full price.`]
            : []),
          `Invoice ${number} is attached as a PDF. It is also in the billing of your workspace.`,
        ],
        action: { label: 'See your invoices', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `Tu recibo de Diorama ${plan}`,
        preview: `Factura ${number}: ${total}.`,
        title,
        paragraphs: [
          text,
          ...(discount
            ? [
                `El código ${discount.code} descontó ${discount.amount}. Las renovaciones se cobran al precio completo.`,
              ]
            : []),
          `La factura ${number} va adjunta en PDF. También está en la facturación de tu espacio de trabajo.`,
        ],
        action: { label: 'Ver tus facturas', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
