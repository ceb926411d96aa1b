import { z } from 'zod';
import { HOLD_REASONS } from '../domain/order.ts';
import { defineEmail } from './define.ts';
import { mailName } from './name.ts';

/** Informs operators about a held order and the reason. */
export const orderHeldEmail = defineEmail({
  name: 'order-held',
  props: z.object({
    workspace: mailName.nullable(),
    why: z.enum(HOLD_REASONS),
    taken: z.string(),
    order: z.string(),
    url: z.url(),
  }),
  content: (language, { workspace, why, taken, order, url }) => {
    const words = WORDS[language];
    return {
      subject: words.subject,
      preview: words.reasons[why],
      title: words.subject,
      paragraphs: [
        words.who(workspace ?? words.somebody, taken),
        words.reasons[why],
        `${words.order}: ${order}`,
      ],
      action: { label: words.action, url },
      footnote: words.footnote,
    };
  },
});

const WORDS = {
  en: {
    subject: 'An order waits for you',
    somebody: 'A workspace',
    who: (workspace: string, taken: string) => `${workspace} has paid ${taken}.`,
    reasons: {
      amount: 'That is not what was ordered. Let it count, or give it back.',
      price: 'It was for a price that is not sold any more. Give a plan for it, or give it back.',
      refund:
        'Another order took its place, and the provider has refused twenty times to give it back. Look at the payment on its pages.',
    },
    order: 'Order',
    action: 'See what waits',
    footnote: 'You get this mail because you run this installation.',
  },
  es: {
    subject: 'Un pedido te espera',
    somebody: 'Un espacio de trabajo',
    who: (workspace: string, taken: string) => `${workspace} ha pagado ${taken}.`,
    reasons: {
      amount: 'No es lo que se pidió. Acéptalo o devuélvelo.',
      price: 'Era por un precio que ya no se vende. Da un plan por ello o devuélvelo.',
      refund:
        'Otro pedido ocupó su lugar, y el proveedor se ha negado veinte veces a devolverlo. Mira el pago en sus páginas.',
    },
    order: 'Pedido',
    action: 'Ver lo que espera',
    footnote: 'Recibes este correo porque administras esta instalación.',
  },
} as const;
