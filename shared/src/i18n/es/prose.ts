import type { Prose, ProsePage } from '../prose.ts';

/** The text pages in Spanish. */
export const messages: Record<ProsePage, Prose> = {
  help: {
    title: 'Ayuda',
    lead: 'Pasa de una escena vacía a un objeto que puedes rodear en tu propia habitación.',
    sections: [
      {
        heading: 'Crea una escena',
        paragraphs: [
          'Pulsa Nueva escena en el panel. El editor se abre con una vista vacía: las herramientas están a la izquierda, junto a la lista de objetos, y las propiedades de la selección, a la derecha.',
          'Todo se guarda mientras trabajas. El punto junto al nombre indica cuándo se ha guardado en el servidor el último cambio.',
        ],
      },
      {
        heading: 'Importa modelos e imágenes',
        paragraphs: [
          'Suelta archivos en la vista. Modelos: {model}; un ZIP contiene un solo modelo con sus texturas. Cada archivo puede tener hasta 300 MB.',
          'Imágenes: {image}. Texturas de materiales: {texture}. Imágenes de anotaciones: {mark}, de hasta 5 MB cada una. Cielos: {sky}. Fuentes: {font}. Sonidos: {sound}, de hasta 20 MB y 10 minutos cada uno.',
          'Los modelos se convierten y optimizan al importarlos. El informe de la importación indica los cambios y los archivos que faltaban.',
        ],
      },
      {
        heading: 'Mover, girar y deshacer',
        paragraphs: [
          'Arrastra para girar la vista, arrastra con el botón derecho para desplazarla y usa la rueda para acercarte. W, E y R cambian entre mover, girar y escalar; Ctrl Z deshace tu último paso, nunca el de otra persona.',
          'Pulsa ? en el editor para ver todos los atajos, o Ctrl K para buscar cualquier comando por su nombre.',
        ],
      },
      {
        heading: 'Publica y mírala en tu habitación',
        paragraphs: [
          'Publicar crea un enlace que puede abrir cualquiera, o solo quienes tengan la contraseña. En iPhone la página abre la RA en Quick Look; en Android, en Scene Viewer.',
          'Los cambios posteriores son privados hasta que vuelvas a publicar.',
        ],
      },
      {
        heading: 'Trabaja en equipo',
        paragraphs: [
          'Invita a otras personas a una escena, a un proyecto o a todo el espacio de trabajo desde Personas y ajustes. Los editores trabajan en la escena contigo a la vez; los lectores pueden ver y comentar.',
        ],
      },
      {
        heading: 'Solución de problemas',
        paragraphs: [
          'Siempre puedes abrir un espacio de trabajo lleno y eliminar archivos. Las escenas eliminadas se quedan 30 días en la papelera.',
          'Si necesitas ayuda, contacta con soporte y describe lo último que hiciste. La dirección de la página actual se envía con tu mensaje.',
        ],
      },
    ],
  },
  terms: {
    title: 'Condiciones de uso',
    lead: 'El operador de esta instalación de Diorama la ofrece con estas condiciones.',
    sections: [
      {
        heading: 'Tu cuenta',
        paragraphs: [
          'Necesitas una cuenta propia con una dirección de correo válida. No compartas la contraseña y contacta con soporte si alguien más puede conocerla.',
        ],
      },
      {
        heading: 'Tu contenido',
        paragraphs: [
          'El contenido que subes y creas sigue siendo tuyo. Permites que el servicio lo guarde, lo convierta y lo muestre cuando sea necesario para las funciones que usas, como publicar una escena.',
          'Sube solo contenido que tengas derecho a usar. El contenido que infrinja la ley o los derechos de otros se puede retirar, y las cuentas que lo hagan repetidamente se pueden suspender.',
        ],
      },
      {
        heading: 'Planes y límites',
        paragraphs: [
          'Un plan fija cuántas escenas y cuánto almacenamiento tiene un espacio de trabajo. Por encima del límite, las escenas se pueden abrir y eliminar, pero no editar.',
          'El contenido de un espacio que supere durante un año el límite gratuito se puede eliminar con aviso previo por correo.',
        ],
      },
      {
        heading: 'El servicio',
        paragraphs: [
          'El servicio se ofrece tal como es. Tu trabajo se guarda automáticamente y puedes descargar tus originales y resultados en cualquier momento. Guarda una copia de todo lo que no puedas perder.',
        ],
      },
      {
        heading: 'Cerrar tu cuenta',
        paragraphs: ['Puedes exportar tus datos y eliminar tu cuenta en tu perfil cuando quieras.'],
      },
    ],
  },
  privacy: {
    title: 'Política de privacidad',
    lead: 'Qué datos tuyos guarda esta instalación de Diorama, para qué y durante cuánto tiempo.',
    sections: [
      {
        heading: 'Datos que guardamos',
        paragraphs: [
          'Tu nombre, dirección de correo, idioma, zona horaria e imagen, tal como los introduces; un hash de tu contraseña; tus sesiones con el nombre del navegador; y el contenido que subes, creas, comentas y compartes.',
          'Si te registraste a través de una campaña o del enlace de un amigo, se guarda con tu cuenta.',
        ],
      },
      {
        heading: 'Quién puede verlos',
        paragraphs: [
          'Las personas con las que compartes ven tu nombre y tu imagen. Solo ven tu dirección de correo si las has invitado. Una escena publicada muestra tu nombre como autor.',
          'Los visitantes de escenas publicadas se cuentan con un hash de su dirección IP y su navegador, con una sal que se descarta cada día. No se guarda ningún otro dato suyo.',
        ],
      },
      {
        heading: 'Analítica',
        paragraphs: [
          'Los servicios de analítica solo funcionan si el operador de esta instalación los ha configurado, y solo con tu consentimiento. Puedes cambiar tu elección en la página de la política de cookies.',
        ],
      },
      {
        heading: 'Tus derechos',
        paragraphs: [
          'En tu perfil puedes ver y corregir tus datos, exportarlos todos y eliminar tu cuenta con todo su contenido. Para cualquier otra cosa, contacta con soporte.',
        ],
      },
    ],
  },
  cookies: {
    title: 'Política de cookies',
    lead: 'Qué guarda Diorama en tu navegador.',
    sections: [
      {
        heading: 'Necesarias',
        paragraphs: [
          'Tu sesión, idioma, tema, espacio de trabajo actual, ajustes de las listas y cambios sin guardar de una escena mientras no hay conexión. Sin ellas el producto no funciona.',
        ],
      },
      {
        heading: 'Referencias',
        paragraphs: [
          'Si llegas a través de una campaña o del enlace de un amigo, una cookie propia lo recuerda hasta que te registras, durante un número limitado de días. Nadie más la lee.',
        ],
      },
      {
        heading: 'Analítica',
        paragraphs: [
          'Los servicios de analítica guardan sus propias cookies solo con tu consentimiento y solo si la instalación los ha configurado.',
        ],
      },
    ],
  },
};
