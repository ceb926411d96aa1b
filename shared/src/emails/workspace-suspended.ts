import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE } from './name.ts';

/** Informs the owner that an operator suspended a workspace, with the reason and the consequences. */
export const workspaceSuspendedEmail = defineEmail({
  name: 'workspace-suspended',
  props: z.object({ workspace: mailName.nullable(), reason: z.string().nullable(), url: z.url() }),
  content: (language, { workspace, reason, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `${capitalize(name)} is suspended`,
        preview: 'Nothing is deleted.',
        title: `${capitalize(name)} is suspended`,
        paragraphs: [
          ...(reason === null ? [] : [`The reason: ${reason}`]),
          'Its scenes cannot be opened, changed or visited at the moment. Nothing is deleted.',
          'To reactivate it, contact our support on the page of the workspace.',
        ],
        action: { label: 'Open the workspace', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `${capitalize(name)} está suspendido`,
        preview: 'No se ha eliminado nada.',
        title: `${capitalize(name)} está suspendido`,
        paragraphs: [
          ...(reason === null ? [] : [`El motivo: ${reason}`]),
          'Por ahora, sus escenas no se pueden abrir, modificar ni visitar. No se ha eliminado nada.',
          'Para reactivarlo, contacta con soporte desde la página del espacio de trabajo.',
        ],
        action: { label: 'Abrir el espacio de trabajo', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
