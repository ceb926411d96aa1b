import { z } from 'zod';
import { defineEmail } from './define.ts';
import { greet, mailName, OWN_WORKSPACE } from './name.ts';

/** Sends the link to the archive of a workspace. */
export const workspaceExportReadyEmail = defineEmail({
  name: 'workspace-export-ready',
  props: z.object({
    name: mailName.nullable(),
    workspace: mailName.nullable(),
    size: z.string(),
    url: z.url(),
  }),
  content: (language, { name, workspace, size, url }) =>
    ({
      en: {
        subject: 'The archive of your workspace is ready',
        preview: 'The link works for seven days.',
        title: greet('en', name, 'here is your workspace'),
        paragraphs: [
          `The archive of ${workspace ?? OWN_WORKSPACE.en} has ${size}. It holds its scenes with their versions and comments, its files and its settings, and can be imported into any installation of Diorama.`,
          'The link works for seven days. Whoever has it can download the archive, so keep it to yourself.',
        ],
        action: { label: 'Download the archive', url },
        footnote: 'You get this mail because you exported a workspace in its settings.',
      },
      es: {
        subject: 'El archivo de tu espacio de trabajo está listo',
        preview: 'El enlace funciona durante siete días.',
        title: greet('es', name, 'aquí tienes tu espacio de trabajo'),
        paragraphs: [
          `El archivo de ${workspace ?? OWN_WORKSPACE.es} ocupa ${size}. Contiene sus escenas con sus versiones y comentarios, sus archivos y sus ajustes, y se puede importar en cualquier instalación de Diorama.`,
          'El enlace funciona durante siete días. Quien lo tenga puede descargar el archivo, así que no lo compartas.',
        ],
        action: { label: 'Descargar el archivo', url },
        footnote: 'Recibes este correo porque exportaste un espacio de trabajo en sus ajustes.',
      },
    })[language],
});
