import { z } from 'zod';
import { defineEmail } from './define.ts';
import { excerpt } from './excerpt.ts';
import { mailName } from './name.ts';

/** Somebody called a person by name in a comment. */
export const commentMentionEmail = defineEmail({
  name: 'comment-mention',
  props: z.object({ author: mailName, scene: mailName, text: z.string(), url: z.url() }),
  content: (language, { author, scene, text, url }) =>
    ({
      en: {
        subject: `${author} mentioned you in ${scene}`,
        preview: excerpt(text, 120),
        title: `${author} mentioned you`,
        paragraphs: [`In a comment on “${scene}”:`, `“${excerpt(text)}”`],
        action: { label: 'Open the comment', url },
        footnote: 'You get this mail because somebody who works on this scene with you mentioned you.',
      },
      es: {
        subject: `${author} te ha mencionado en ${scene}`,
        preview: excerpt(text, 120),
        title: `${author} te ha mencionado`,
        paragraphs: [`En un comentario sobre «${scene}»:`, `«${excerpt(text)}»`],
        action: { label: 'Abrir el comentario', url },
        footnote: 'Recibes este correo porque alguien que trabaja contigo en esta escena te ha mencionado.',
      },
    })[language],
});
