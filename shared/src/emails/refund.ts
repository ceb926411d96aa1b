import { z } from 'zod';
import { emailAttachment } from './content.ts';
import { defineEmail } from './define.ts';
import { mailName, OWN_WORKSPACE } from './name.ts';

/** Announces a refund and links the credit note. */
export const refundEmail = defineEmail({
  name: 'refund',
  props: z.object({
    workspace: mailName.nullable(),
    plan: z.string(),
    number: z.string(),
    /** The document, as a stored object; absent in mails that an older version asked for. */
    attachment: emailAttachment.nullish(),
    total: z.string(),
    url: z.url(),
  }),
  content: (language, { workspace, plan, number, total, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `Your refund of ${total}`,
        preview: `Credit note ${number}.`,
        title: 'Your money is on its way back',
        paragraphs: [
          `We gave back ${total} of what was paid for ${plan} in ${name}. It can take some days until your bank shows it.`,
          `Credit note ${number} is attached as a PDF. It is also in the billing of your workspace.`,
        ],
        action: { label: 'See your invoices', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `Tu reembolso de ${total}`,
        preview: `Factura rectificativa ${number}.`,
        title: 'Tu dinero está en camino',
        paragraphs: [
          `Hemos devuelto ${total} de lo pagado por ${plan} en ${name}. Tu banco puede tardar unos días en mostrarlo.`,
          `La factura rectificativa ${number} va adjunta en PDF. También está en la facturación de tu espacio de trabajo.`,
        ],
        action: { label: 'Ver tus facturas', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
