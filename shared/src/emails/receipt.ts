import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, OWN_WORKSPACE } from './name.ts';

/** Says what was paid for, and where the invoice is. */
export const receiptEmail = defineEmail({
  name: 'receipt',
  props: z.object({
    workspace: mailName.nullable(),
    plan: z.string(),
    number: z.string(),
    total: z.string(),
    /** What a code took off; absent in mails that an older version asked for. */
    discount: z.object({ code: z.string(), amount: z.string() }).nullish(),
    url: z.url(),
  }),
  content: (language, { workspace, plan, number, total, discount, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `Your receipt for Diorama ${plan}`,
        preview: `Invoice ${number}: ${total}.`,
        title: 'Thank you for your payment',
        paragraphs: [
          `We received ${total} for ${plan} in ${name}. The plan is active.`,
          ...(discount
            ? [`The code ${discount.code} took ${discount.amount} off. Renewals are at the full price.`]
            : []),
          `Invoice ${number} is in the billing of your workspace, as a PDF.`,
        ],
        action: { label: 'See your invoices', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `Tu recibo de Diorama ${plan}`,
        preview: `Factura ${number}: ${total}.`,
        title: 'Gracias por tu pago',
        paragraphs: [
          `Hemos recibido ${total} por ${plan} en ${name}. El plan está activo.`,
          ...(discount
            ? [
                `El código ${discount.code} descontó ${discount.amount}. Las renovaciones se cobran al precio completo.`,
              ]
            : []),
          `La factura ${number} está en la facturación de tu espacio de trabajo, en PDF.`,
        ],
        action: { label: 'Ver tus facturas', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
