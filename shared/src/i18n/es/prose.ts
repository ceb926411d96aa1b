import type { Prose, ProsePage } from '../prose.ts';

/** The text pages in Spanish. */
export const messages: Record<ProsePage, Prose> = {
  help: {
    title: 'Ayuda',
    lead: 'De una escena vacía a algo alrededor de lo que puedes caminar en tu propia habitación.',
    sections: [
      {
        heading: 'Crea una escena',
        paragraphs: [
          'Pulsa Nueva escena en el panel. El editor se abre con un escenario vacío: las herramientas están a la izquierda, junto a la lista de objetos, y las propiedades de lo que selecciones, a la derecha.',
          'Todo se guarda mientras trabajas. El punto junto al nombre dice cuándo ha llegado al servidor el último cambio.',
        ],
      },
      {
        heading: 'Trae modelos e imágenes',
        paragraphs: [
          'Suelta archivos sobre el escenario. Modelos: {model}; un zip contiene un solo modelo con sus texturas. Cada archivo puede tener hasta 300 MB.',
          'Imágenes: {image}. Texturas de materiales: {texture}. Imágenes de anotaciones: {mark}, de hasta 5 MB cada una. Cielos: {sky}. Fuentes: {font}. Sonidos: {sound}, de hasta 20 MB y 10 minutos cada uno.',
          'Los modelos se convierten y se aligeran al entrar. El informe de la importación dice qué se cambió y qué archivos faltaban.',
        ],
      },
      {
        heading: 'Mover, girar y deshacer',
        paragraphs: [
          'Arrastra para girar la vista, arrastra con el botón derecho para desplazarla y usa la rueda para acercarte. W, E y R cambian entre mover, girar y escalar; Ctrl Z deshace tu último paso, nunca el de otra persona.',
          'Pulsa ? en el editor para ver todos los atajos, o Ctrl K para buscar cualquier acción por su nombre.',
        ],
      },
      {
        heading: 'Publica y mírala en tu habitación',
        paragraphs: [
          'Publicar crea un enlace que puede abrir cualquiera, o solo quien sepa la contraseña. En un iPhone la página ofrece Quick Look; en Android, el visor de escenas.',
          'Los cambios posteriores son privados hasta que vuelvas a publicar.',
        ],
      },
      {
        heading: 'Trabaja en equipo',
        paragraphs: [
          'Invita a otras personas a una escena, a un proyecto o a todo el espacio de trabajo desde Personas y ajustes. Quienes editan cambian la escena contigo a la vez; quienes miran pueden comentar.',
        ],
      },
      {
        heading: 'Cuando algo no va',
        paragraphs: [
          'Un espacio de trabajo lleno se puede abrir y ordenar: borrar siempre está permitido. Las escenas que borras quedan 30 días en la papelera.',
          'Si no puedes seguir, escribe a soporte y cuenta qué fue lo último que hiciste. La página en la que estabas se envía también.',
        ],
      },
    ],
  },
  terms: {
    title: 'Condiciones de uso',
    lead: 'Quien administra esta instalación de Diorama te la ofrece con estas condiciones.',
    sections: [
      {
        heading: 'Tu cuenta',
        paragraphs: [
          'Necesitas una cuenta propia con una dirección en la que se te pueda localizar. No compartas la contraseña y avisa a soporte si alguien más puede conocerla.',
        ],
      },
      {
        heading: 'Tu contenido',
        paragraphs: [
          'Lo que subes y creas sigue siendo tuyo. Permites que el servicio lo guarde, lo convierta y lo muestre en la medida en que haga falta para lo que le pides, como publicar una escena.',
          'Sube solo lo que puedas usar. El contenido que infrinja la ley o los derechos de otros se puede retirar, y una cuenta que insista se puede suspender.',
        ],
      },
      {
        heading: 'Planes y límites',
        paragraphs: [
          'Un plan fija cuántas escenas y cuánto almacenamiento tiene un espacio de trabajo. Por encima del límite las escenas se pueden abrir y borrar, pero no cambiar.',
          'El contenido de un espacio que supere durante un año el límite gratuito se puede borrar, con aviso previo por correo.',
        ],
      },
      {
        heading: 'El servicio',
        paragraphs: [
          'El servicio se ofrece tal como es. El trabajo se guarda mientras avanzas y puedes descargar tus originales y resultados en cualquier momento; guarda una copia de lo que no puedas perder.',
        ],
      },
      {
        heading: 'Irte',
        paragraphs: ['Puedes exportar tus datos y eliminar tu cuenta en tu perfil cuando quieras.'],
      },
    ],
  },
  privacy: {
    title: 'Política de privacidad',
    lead: 'Qué sabe de ti esta instalación de Diorama, para qué y durante cuánto tiempo.',
    sections: [
      {
        heading: 'Qué se guarda',
        paragraphs: [
          'Tu nombre, dirección, idioma, zona horaria e imagen, tal como los escribes; un resumen cifrado de tu contraseña; tus sesiones con el nombre del navegador; lo que subes, creas, comentas y compartes.',
          'Si llegaste por una campaña o por el enlace de una amistad, se guarda con tu registro.',
        ],
      },
      {
        heading: 'Quién lo ve',
        paragraphs: [
          'Las personas con las que compartes ven tu nombre y tu imagen, nunca tu dirección, salvo que las hayas invitado con ella. Una escena publicada muestra tu nombre como autor.',
          'Las visitas a escenas publicadas se cuentan con un resumen de la dirección y del navegador cuya sal se descarta cada día; no se guarda nada más.',
        ],
      },
      {
        heading: 'Medición',
        paragraphs: [
          'Los servicios de medición solo funcionan si quien administra esta instalación los ha configurado, y solo cuando tú aceptas. Puedes cambiar de opinión en la página de cookies.',
        ],
      },
      {
        heading: 'Tus derechos',
        paragraphs: [
          'En tu perfil puedes ver y corregir tus datos, exportarlos todos y eliminar tu cuenta con todo lo que contiene. Para lo demás, escribe a soporte.',
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
          'Tu sesión, tu idioma, el tema y el espacio de trabajo elegidos, el aspecto de las listas y los cambios sin guardar de una escena mientras no hay conexión. Sin ellas el producto no funciona.',
        ],
      },
      {
        heading: 'De dónde vienes',
        paragraphs: [
          'Si llegas por una campaña o por el enlace de una amistad, una cookie nuestra lo recuerda hasta que te registras, durante unos días. Nadie más la lee.',
        ],
      },
      {
        heading: 'Medición',
        paragraphs: [
          'Solo con tu consentimiento, y solo si la instalación los ha configurado, los servicios de medición guardan sus propias cookies.',
        ],
      },
    ],
  },
};
