import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE } from './name.ts';

/** Informs the owner that a workspace is on Free now, with the consequences. */
export const planEndedEmail = defineEmail({
  name: 'plan-ended',
  props: z.object({ workspace: mailName.nullable(), url: z.url() }),
  content: (language, { workspace, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `${capitalize(name)} is on Free now`,
        preview: 'Your scenes are as you left them.',
        title: 'Your plan has ended',
        paragraphs: [
          `${capitalize(name)} is on Free now. Your scenes are as you left them and can be seen as before.`,
          'If they are more than Free has room for, they cannot be changed until there is room again or you choose a plan.',
        ],
        action: { label: 'Choose a plan', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `${capitalize(name)} ahora está en Free`,
        preview: 'Tus escenas siguen como las dejaste.',
        title: 'Tu plan ha terminado',
        paragraphs: [
          `${capitalize(name)} ahora está en Free. Tus escenas siguen como las dejaste y se pueden ver igual que antes.`,
          'Si ocupan más de lo que permite Free, no se podrán cambiar hasta que vuelva a haber sitio o elijas un plan.',
        ],
        action: { label: 'Elegir un plan', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
