import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE } from './name.ts';

/** Informs the owner that a suspended workspace works again. */
export const workspaceReactivatedEmail = defineEmail({
  name: 'workspace-reactivated',
  props: z.object({ workspace: mailName.nullable(), url: z.url() }),
  content: (language, { workspace, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `${capitalize(name)} is active again`,
        preview: 'Its scenes are as you left them.',
        title: `${capitalize(name)} is active again`,
        paragraphs: ['Its scenes are as you left them, and can be opened, changed and visited again.'],
        action: { label: 'Open the workspace', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `${capitalize(name)} vuelve a estar activo`,
        preview: 'Sus escenas siguen como las dejaste.',
        title: `${capitalize(name)} vuelve a estar activo`,
        paragraphs: ['Sus escenas siguen como las dejaste, y se pueden abrir, modificar y visitar de nuevo.'],
        action: { label: 'Abrir el espacio de trabajo', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
