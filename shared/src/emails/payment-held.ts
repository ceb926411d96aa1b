import { z } from 'zod';
import { HOLD_REASONS } from '../domain/order.ts';
import { defineEmail } from './define.ts';
import { mailName, OWN_WORKSPACE } from './name.ts';

/** Informs the payer that a payment is under review and that no action is needed. */
export const paymentHeldEmail = defineEmail({
  name: 'payment-held',
  props: z.object({
    workspace: mailName.nullable(),
    why: z.enum(HOLD_REASONS),
    taken: z.string(),
    order: z.string(),
    url: z.url(),
  }),
  content: (language, { workspace, why, taken, order, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    const { subject, reasons, calm, action, footnote } = WORDS[language];
    return {
      subject,
      preview: calm,
      title: subject,
      paragraphs: [reasons[why](taken, name), calm, `${action.order}: ${order}`],
      action: { label: action.label, url },
      footnote: footnote(name),
    };
  },
});

const WORDS = {
  en: {
    subject: 'We are looking at your payment',
    reasons: {
      amount: (taken: string, name: string) =>
        `${taken} arrived for ${name}, which is not what was ordered. Somebody of us decides whether you get your plan or your money back.`,
      price: (taken: string, name: string) =>
        `${taken} arrived for ${name}, for a price that is not sold any more. Somebody of us gives you a plan for it.`,
      refund: (taken: string, name: string) =>
        `${taken} arrived for ${name} that is to go back to you, and your means of payment does not take it. Somebody of us finds another way.`,
    },
    calm: 'There is nothing to do and no need to pay again. We write to you either way.',
    action: { label: 'See your billing', order: 'Order' },
    footnote: (name: string) => `You get this mail because you own ${name}.`,
  },
  es: {
    subject: 'Estamos mirando tu pago',
    reasons: {
      amount: (taken: string, name: string) =>
        `Han llegado ${taken} para ${name}, que no es lo que se pidió. Una persona decide si recibes tu plan o tu dinero de vuelta.`,
      price: (taken: string, name: string) =>
        `Han llegado ${taken} para ${name}, por un precio que ya no se vende. Una persona te da un plan por ello.`,
      refund: (taken: string, name: string) =>
        `Han llegado ${taken} para ${name} que deben volver a ti, y tu medio de pago no los acepta. Una persona busca otra forma.`,
    },
    calm: 'No tienes que hacer nada ni pagar otra vez. Te escribiremos en cualquier caso.',
    action: { label: 'Ver tu facturación', order: 'Pedido' },
    footnote: (name: string) => `Recibes este correo porque ${name} es tuyo.`,
  },
} as const;
