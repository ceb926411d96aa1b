import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName } from './name.ts';

/** Somebody who works in a scene asks its owner to make room. */
export const overflowEmail = defineEmail({
  name: 'overflow',
  props: z.object({ personName: mailName, sceneName: mailName, workspace: mailName, url: z.url() }),
  content: (language, { personName, sceneName, workspace, url }) =>
    ({
      en: {
        subject: `${personName} cannot go on with ${sceneName}`,
        preview: `${workspace} holds more than its plan allows.`,
        title: `${personName} asks you to make room`,
        paragraphs: [
          `${personName} works on ${sceneName} in ${workspace}, which holds more than its plan allows. Until there is room again, nobody can change its scenes.`,
          'Delete files you no longer need, or choose a plan with more room.',
        ],
        action: { label: 'Make room', url },
        footnote: `You get this mail, at most once a day, because you own ${workspace}.`,
      },
      es: {
        subject: `${personName} no puede seguir con ${sceneName}`,
        preview: `${workspace} contiene más de lo que permite su plan.`,
        title: `${personName} te pide que hagas sitio`,
        paragraphs: [
          `${personName} trabaja en ${sceneName}, en ${workspace}, que contiene más de lo que permite su plan. Hasta que vuelva a haber sitio, nadie puede cambiar sus escenas.`,
          'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
        ],
        action: { label: 'Hacer sitio', url },
        footnote: `Recibes este correo, como mucho una vez al día, porque ${workspace} es tuyo.`,
      },
    })[language],
});
