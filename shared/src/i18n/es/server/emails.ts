import type { Translation } from '../../catalogues.ts';

/** Spanish texts of mails. */
export const messages: Translation<'server/emails'> = {
  'unnamed.person': 'Alguien',
  'unnamed.workspace': 'tu espacio de trabajo',
  'unnamed.scene': 'una escena',
  'unnamed.friend': 'un amigo',
  'owner.footnote': 'Recibes este correo porque {workspace} es tuyo.',

  'access-request.subject': '{personName} pide acceso a «{entityName}»',
  'access-request.subject.without': '{personName} pide acceso a algo tuyo',
  'access-request.preview': '{email} lo ha abierto y no puede verlo.',
  'access-request.preview.unconfirmed':
    'Alguien que dio la dirección {email}, pero no la ha confirmado, lo ha abierto y no puede verlo.',
  'access-request.text.1': '{email} lo ha abierto y no puede verlo. Tú decides si puede y qué puede hacer.',
  'access-request.text.1.unconfirmed':
    'Alguien que dio la dirección {email}, pero no la ha confirmado, lo ha abierto y no puede verlo. Tú decides si puede y qué puede hacer.',
  'access-request.text.2': 'Si no respondes, no cambia nada.',
  'access-request.action': 'Responder',
  'access-request.footnote':
    'Recibes este correo porque es de tu espacio de trabajo. La misma persona pide como mucho una vez al día.',

  'card-expires.subject': 'Tu tarjeta terminada en {last4} caduca pronto',
  'card-expires.preview': 'Añade otra para que el plan siga: {workspace}.',
  'card-expires.title': 'Tu tarjeta caduca pronto',
  'card-expires.text.1':
    'La tarjeta terminada en {last4}, que paga {workspace}, caduca a finales de {month}. El plan se renueva el {renews}.',
  'card-expires.text.2': 'Añade otra tarjeta y márcala como predeterminada para que el plan siga.',
  'card-expires.action': 'Cambiar la forma de pago',

  'comment-digest.subject.one': 'Nuevo comentario en {scenes}',
  'comment-digest.subject.other': '{count} comentarios nuevos en {scenes}',
  'comment-digest.subject.without.one': 'Nuevo comentario',
  'comment-digest.subject.without.other': '{count} comentarios nuevos',
  'comment-digest.title.one': 'Hay un comentario nuevo',
  'comment-digest.title.other': '{count} comentarios nuevos',
  'comment-digest.remark': '{author} comentó «{scene}»: «{quote}»',
  'comment-digest.reply': '{author} respondió en «{scene}»: «{quote}»',
  'comment-digest.text.1': 'Y {more} más.',
  'comment-digest.action.one': 'Abrir el comentario',
  'comment-digest.action.other': 'Abrir los comentarios',
  'comment-digest.footnote':
    'Recibes este correo porque la escena es tuya o porque participaste en la conversación.',

  'comment-mention.subject': '{author} te ha mencionado en {scene}',
  'comment-mention.subject.without': '{author} te ha mencionado en una escena',
  'comment-mention.title': '{author} te ha mencionado',
  'comment-mention.text.1': 'En un comentario sobre «{scene}»:',
  'comment-mention.text.1.without': 'En un comentario sobre una escena.',
  'comment-mention.text.2': '«{quote}»',
  'comment-mention.action': 'Abrir el comentario',
  'comment-mention.footnote':
    'Recibes este correo porque alguien que trabaja contigo en esta escena te ha mencionado.',

  'confirm.subject': 'Te damos la bienvenida a Diorama: confirma tu dirección',
  'confirm.preview': 'Un clic y tu cuenta estará completa.',
  'confirm.title': 'Te damos la bienvenida a Diorama',
  'confirm.text.1':
    'Tu espacio de trabajo está listo: empieza con una escena vacía o una plantilla, compártela con un enlace y mírala en tu habitación con el móvil.',
  'confirm.text.2': 'Confirma que esta dirección es tuya, para que siempre puedas recuperar tu cuenta.',
  'confirm.action': 'Confirmar mi dirección',
  'confirm.footnote': 'Si no te has registrado, alguien escribió mal su dirección: ignora este correo.',

  'email-change.subject': 'Confirma tu nueva dirección para Diorama',
  'email-change.preview': 'El enlace funciona una sola vez, durante la próxima hora.',
  'email-change.title': '¿Es esta tu nueva dirección?',
  'email-change.text.1':
    'Has pedido iniciar sesión con esta dirección a partir de ahora. El enlace funciona una sola vez, durante la próxima hora; hasta que lo abras no cambia nada.',
  'email-change.action': 'Usar esta dirección',
  'email-change.footnote': 'Si no lo has pedido tú, ignora este correo.',

  'email-changed.subject': 'Tu dirección para Diorama ha cambiado',
  'email-changed.preview': 'A partir de ahora inicias sesión con otra dirección.',
  'email-changed.title': 'Hola, {name}: tu dirección ha cambiado',
  'email-changed.title.without': 'Tu dirección ha cambiado',
  'email-changed.text.1':
    'A partir de ahora inicias sesión con {email}. Los correos de Diorama también llegan ahí.',
  'email-changed.text.2': 'Si no has sido tú, escribe enseguida a nuestro soporte.',
  'email-changed.action': 'Abrir Diorama',
  'email-changed.footnote': 'Recibes este correo porque esta era la dirección de tu cuenta.',

  'export-ready.subject': 'Tus datos de Diorama están listos',
  'export-ready.preview': 'El enlace funciona durante siete días.',
  'export-ready.title': 'Hola, {name}: aquí tienes tus datos',
  'export-ready.title.without': 'Aquí tienes tus datos',
  'export-ready.text.1':
    'Tu perfil, tus espacios de trabajo, los documentos de tus escenas y los archivos que subiste están en un archivo de {size}.',
  'export-ready.text.2':
    'El enlace funciona durante siete días. Quien lo tenga puede descargar el archivo, así que no lo compartas.',
  'export-ready.action': 'Descargar mis datos',
  'export-ready.footnote': 'Recibes este correo porque pediste tus datos en tu perfil.',

  'workspace-export-ready.subject': 'El archivo de tu espacio de trabajo está listo',
  'workspace-export-ready.preview': 'El enlace funciona durante siete días.',
  'workspace-export-ready.title': 'Hola, {name}: aquí tienes tu espacio de trabajo',
  'workspace-export-ready.title.without': 'Aquí tienes tu espacio de trabajo',
  'workspace-export-ready.text.1':
    'El archivo de {workspace} ocupa {size}. Contiene sus escenas con sus versiones y comentarios, sus archivos y sus ajustes, y se puede importar en cualquier instalación de Diorama.',
  'workspace-export-ready.text.2':
    'El enlace funciona durante siete días. Quien lo tenga puede descargar el archivo, así que no lo compartas.',
  'workspace-export-ready.action': 'Descargar el archivo',
  'workspace-export-ready.footnote':
    'Recibes este correo porque exportaste un espacio de trabajo en sus ajustes.',

  'invitation.subject.compositions': '{inviterName} te invita a la escena «{entityName}»',
  'invitation.subject.compositions.without': '{inviterName} te invita a una escena',
  'invitation.subject.projects': '{inviterName} te invita al proyecto «{entityName}»',
  'invitation.subject.projects.without': '{inviterName} te invita a un proyecto',
  'invitation.subject.accounts': '{inviterName} te invita al espacio de trabajo «{entityName}»',
  'invitation.subject.accounts.without': '{inviterName} te invita a un espacio de trabajo',
  'invitation.preview': '{may} La invitación vale siete días.',
  'invitation.may.edit': 'Como editor puedes modificarlo junto con los demás.',
  'invitation.may.view': 'Como lector puedes mirarlo y comentarlo.',
  'invitation.may.admin': 'Como administrador puedes hacerlo todo, salvo pagar.',
  'invitation.may.guest': 'Como invitado ves lo que se comparte contigo.',
  'invitation.text.1': 'Y a {others} más.',
  'invitation.text.2': '{may}',
  'invitation.text.3':
    'Diorama es un estudio de escenas 3D en el navegador. Si aún no tienes cuenta, la creas por el camino; es gratis.',
  'invitation.text.4': 'La invitación vale siete días.',
  'invitation.action': 'Ver la invitación',
  'invitation.footnote':
    'Recibes este correo porque {inviterName} escribió tu dirección. Si no conoces a esa persona, ignóralo: no pasa nada.',

  'invitation-accepted.subject': '{personName} se ha unido a «{entityName}»',
  'invitation-accepted.subject.without': '{personName} se ha unido a lo que compartes',
  'invitation-accepted.preview': '{email} ha aceptado tu invitación.',
  'invitation-accepted.text.1': '{email} ha aceptado tu invitación.',
  'invitation-accepted.action': 'Ver quién está',
  'invitation-accepted.footnote': 'Recibes este correo porque enviaste la invitación.',

  'order-held.subject': 'Un pedido te espera',
  'order-held.preview': '{reason}',
  'order-held.workspace': 'Un espacio de trabajo',
  'order-held.reason.amount': 'No es lo que se pidió. Acéptalo o devuélvelo.',
  'order-held.reason.price': 'Era por un precio que ya no se vende. Da un plan por ello o devuélvelo.',
  'order-held.reason.refund':
    'Otro pedido ocupó su lugar, y el proveedor se ha negado veinte veces a devolverlo. Mira el pago en sus páginas.',
  'order-held.text.1': '{workspace} ha pagado {taken}.',
  'order-held.text.2': '{reason}',
  'order-held.text.3': 'Pedido: {order}',
  'order-held.action': 'Ver lo que espera',
  'order-held.footnote': 'Recibes este correo porque administras esta instalación.',

  'overflow.subject': '{personName} no puede seguir con {sceneName}',
  'overflow.preview.overflown': '{Workspace} contiene más de lo que permite su plan.',
  'overflow.preview.full': '{Workspace} apenas tiene almacenamiento libre.',
  'overflow.title': '{personName} te pide que hagas sitio',
  'overflow.text.1.overflown':
    '{personName} trabaja en {sceneName}, en {workspace}, que contiene más de lo que permite su plan. Hasta que vuelva a haber sitio, nadie puede cambiar sus escenas.',
  'overflow.text.1.full':
    '{personName} trabaja en {sceneName}, en {workspace}, que apenas tiene almacenamiento libre. Hasta que vuelva a haber sitio, puede que no quepan más archivos.',
  'overflow.text.2': 'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
  'overflow.action': 'Hacer sitio',
  'overflow.footnote': 'Recibes este correo, como mucho una vez al día, porque {workspace} es tuyo.',

  'password-changed.subject': 'Tu contraseña de Diorama ha cambiado',
  'password-changed.preview': 'Se ha cerrado la sesión en los demás navegadores.',
  'password-changed.title': 'Hola, {name}: tu contraseña ha cambiado',
  'password-changed.title.without': 'Tu contraseña ha cambiado',
  'password-changed.text.1':
    'La contraseña de tu cuenta acaba de cambiar, y se ha cerrado la sesión en los demás navegadores.',
  'password-changed.text.2': 'Si no has sido tú, elige ahora mismo una nueva contraseña.',
  'password-changed.action': 'Elegir una nueva contraseña',
  'password-changed.footnote': 'Si la has cambiado tú, no tienes que hacer nada.',

  'password-reset.subject': 'Elige una nueva contraseña para Diorama',
  'password-reset.preview': 'El enlace funciona una sola vez, durante la próxima hora.',
  'password-reset.title': 'Hola, {name}: elige una nueva contraseña',
  'password-reset.title.without': 'Elige una nueva contraseña',
  'password-reset.text.1':
    'Alguien, esperamos que tú, ha pedido cambiar la contraseña. El enlace funciona una sola vez, durante la próxima hora.',
  'password-reset.action': 'Elegir una nueva contraseña',
  'password-reset.footnote': 'Si no lo has pedido tú, ignora este correo: tu contraseña no cambia.',

  'payment-held.subject': 'Estamos mirando tu pago',
  'payment-held.preview': 'No tienes que hacer nada ni pagar otra vez. Te escribiremos en cualquier caso.',
  'payment-held.text.1.amount':
    'Han llegado {taken} para {workspace}, que no es lo que se pidió. Una persona decide si recibes tu plan o tu dinero de vuelta.',
  'payment-held.text.1.price':
    'Han llegado {taken} para {workspace}, por un precio que ya no se vende. Una persona te da un plan por ello.',
  'payment-held.text.1.refund':
    'Han llegado {taken} para {workspace} que deben volver a ti, y tu medio de pago no los acepta. Una persona busca otra forma.',
  'payment-held.text.2': 'No tienes que hacer nada ni pagar otra vez. Te escribiremos en cualquier caso.',
  'payment-held.text.3': 'Pedido: {order}',
  'payment-held.action': 'Ver tu facturación',

  'plan-ended.subject': '{Workspace} ahora está en Free',
  'plan-ended.preview': 'Tus escenas siguen como las dejaste.',
  'plan-ended.title': 'Tu plan ha terminado',
  'plan-ended.text.1':
    '{Workspace} ahora está en Free. Tus escenas siguen como las dejaste y se pueden ver igual que antes.',
  'plan-ended.text.2':
    'Si ocupan más de lo que permite Free, no se podrán cambiar hasta que vuelva a haber sitio o elijas un plan.',
  'plan-ended.action': 'Elegir un plan',

  'receipt.subject': 'Tu recibo de Diorama {plan}',
  'receipt.preview': 'Factura {number}: {total}.',
  'receipt.title.active': 'Gracias por tu pago',
  'receipt.title.waiting': 'Gracias por tu pago',
  'receipt.title.returned': 'Te devolvemos tu pago',
  'receipt.title.free': '{plan} está activo',
  'receipt.text.1.active': 'Hemos recibido {total} por {plan} en {workspace}. El plan está activo.',
  'receipt.text.1.waiting': 'Hemos recibido {total} por {plan} en {workspace}. El plan se está activando.',
  'receipt.text.1.returned':
    'Hemos recibido {total} por {plan} en {workspace}, pero ya no hacía falta: el plan estaba pagado o cancelado. Lo devolvemos todo.',
  'receipt.text.1.free': 'No se ha cobrado nada por {plan} en {workspace}. El plan está activo.',
  'receipt.text.2': 'El código {code} descontó {amount}. Las renovaciones se cobran al precio completo.',
  'receipt.text.3':
    'La factura {number} va adjunta en PDF. También está en la facturación de tu espacio de trabajo.',
  'receipt.action': 'Ver tus facturas',

  'referral.subject': '{referrerName} te invita a Diorama',
  'referral.preview': 'Crea escenas 3D, compártelas y míralas en realidad aumentada.',
  'referral.title': '{referrerName} quiere que pruebes Diorama',
  'referral.text.1':
    'Diorama es un estudio en el navegador: coloca modelos y luces, trabaja en equipo en una escena y ponla en tu habitación con el móvil.',
  'referral.text.2': 'Empezar es gratis.',
  'referral.action': 'Crear mi espacio de trabajo',
  'referral.footnote':
    'Recibes este correo porque {referrerName} escribió tu dirección. Si no te registras, no volveremos a escribirte.',

  'referral-joined.subject': '{FriendName} se ha unido a Diorama',
  'referral-joined.preview': 'Tu espacio de trabajo tiene {bonus} más de almacenamiento.',
  'referral-joined.preview.without': 'Gracias por la invitación.',
  'referral-joined.title': 'Hola, {name}: {friendName} se ha unido',
  'referral-joined.title.without': '{FriendName} se ha unido',
  'referral-joined.text.1':
    'Gracias. Tu espacio de trabajo tiene {bonus} más de almacenamiento, {earned} en total gracias a tus amigos.',
  'referral-joined.text.1.without': 'Gracias. Tus amigos ya te han dado {earned}, que es el máximo.',
  'referral-joined.action': 'Ver mis amigos',
  'referral-joined.footnote': 'Recibes este correo porque enviaste la invitación.',

  'refund.subject': 'Tu reembolso de {total}',
  'refund.preview': 'Factura rectificativa {number}.',
  'refund.title': 'Tu dinero está en camino',
  'refund.text.1':
    'Hemos devuelto {total} de lo pagado por {plan} en {workspace}. Tu banco puede tardar unos días en mostrarlo.',
  'refund.text.2':
    'La factura rectificativa {number} va adjunta en PDF. También está en la facturación de tu espacio de trabajo.',
  'refund.action': 'Ver tus facturas',

  'renewal-failed.subject': 'No hemos podido renovar {plan}',
  'renewal-failed.preview': 'Revisa la forma de pago de {workspace}.',
  'renewal-failed.text.1':
    'El pago de {workspace} no se ha completado. Puede que la tarjeta haya caducado o que no haya ninguna guardada.',
  'renewal-failed.text.2':
    'Lo intentaremos de nuevo el {next}. Si no se paga, el {ends} pasará a Free: {workspace}.',
  'renewal-failed.text.2.without':
    'No lo intentaremos más por nuestra cuenta. Si no se paga, el {ends} pasará a Free: {workspace}.',
  'renewal-failed.text.3':
    'Añade otra tarjeta o elige otra predeterminada y lo intentaremos de nuevo enseguida. También puedes pagar allí ahora.',
  'renewal-failed.action': 'Cambiar la forma de pago',

  'request-declined.subject': 'Tu petición de acceso fue rechazada',
  'request-declined.preview': 'La persona propietaria no la ha aceptado.',
  'request-declined.title': 'Hola, {name}: tu petición fue rechazada',
  'request-declined.title.without': 'Tu petición fue rechazada',
  'request-declined.text.1':
    'La persona propietaria de lo que pediste ver no ha aceptado tu petición. Si crees que es un error, pregúntale directamente.',
  'request-declined.action': 'Ir a mis escenas',
  'request-declined.footnote': 'Recibes este correo porque pediste acceso.',

  'request-granted.subject': 'Ya puedes abrir «{entityName}»',
  'request-granted.subject.without': 'Ya puedes abrir lo que pediste',
  'request-granted.preview': '{granterName} te ha dado acceso.',
  'request-granted.text.1': '{granterName} te ha dado acceso.',
  'request-granted.action': 'Abrir',
  'request-granted.footnote': 'Recibes este correo porque pediste acceso.',

  'storage-full.subject': '{Workspace} está lleno',
  'storage-full.preview': 'Por ahora no se puede subir nada más.',
  'storage-full.title': 'El almacenamiento de {workspace} está lleno',
  'storage-full.text.1':
    '{used} de {available} están en uso, así que por ahora no se puede subir nada más. Tus escenas siguen como están.',
  'storage-full.text.2': 'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
  'storage-full.action': 'Hacer sitio',

  'storage-overdue.subject.soon': 'Desde el {date} se pueden eliminar archivos de {workspace}',
  'storage-overdue.subject.over': 'Ya se pueden eliminar archivos de {workspace}',
  'storage-overdue.preview': '{used} están en uso y el plan Free tiene {available}.',
  'storage-overdue.title.soon': '{Workspace} supera su almacenamiento desde hace once meses',
  'storage-overdue.title.over': '{Workspace} supera su almacenamiento desde hace un año',
  'storage-overdue.text.1': '{used} están en uso y el plan Free tiene {available}.',
  'storage-overdue.text.2.soon':
    'Desde el {date} podemos eliminar los archivos que nada usa, empezando por los más grandes, hasta que el resto quepa.',
  'storage-overdue.text.2.over':
    'Ya podemos eliminar los archivos que nada usa, empezando por los más grandes, hasta que el resto quepa.',
  'storage-overdue.text.3':
    'Elimina lo que ya no necesites, descarga lo que quieras conservar o elige un plan con más espacio.',
  'storage-overdue.action': 'Ver mi almacenamiento',

  'storage-warning.subject': '{Workspace} está casi lleno',
  'storage-warning.preview': '{used} de {available} están en uso.',
  'storage-warning.title': '{Workspace} ha usado el 90 % de su almacenamiento',
  'storage-warning.text.1':
    '{used} de {available} están en uso. Cuando se agote el resto, no se podrá subir nada más.',
  'storage-warning.text.2': 'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
  'storage-warning.action': 'Ver mi almacenamiento',

  'support.subject': 'Soporte: una pregunta de {who}',
  'support.subject.without': 'Soporte: una pregunta de un visitante',
  'support.title': '{who} pide ayuda',
  'support.title.without': 'Un visitante pide ayuda',
  'support.text.1': 'Correo: {email}',
  'support.text.2': 'Usuario: {userId}',
  'support.text.3': 'Página: {page}',
  'support.text.4': 'Pedido: {order}',
  'support.text.5': 'Petición: {requestId}',
  'support.action': 'Abrir Diorama',
  'support.footnote':
    'Recibes este correo porque administras esta instalación. Tu respuesta llegará a quien pregunta.',
  'support.footnote.anonymous':
    'Recibes este correo porque administras esta instalación. El visitante no dejó una dirección de respuesta.',

  'workspace-reactivated.subject': '{Workspace} vuelve a estar activo',
  'workspace-reactivated.preview': 'Sus escenas siguen como las dejaste.',
  'workspace-reactivated.text.1':
    'Sus escenas siguen como las dejaste, y se pueden abrir, modificar y visitar de nuevo.',
  'workspace-reactivated.action': 'Abrir el espacio de trabajo',

  'workspace-suspended.subject': '{Workspace} está suspendido',
  'workspace-suspended.preview': 'No se ha eliminado nada.',
  'workspace-suspended.text.1': 'El motivo: {reason}',
  'workspace-suspended.text.2':
    'Por ahora, sus escenas no se pueden abrir, modificar ni visitar. No se ha eliminado nada.',
  'workspace-suspended.text.3':
    'Para reactivarlo, contacta con soporte desde la página del espacio de trabajo.',
  'workspace-suspended.action': 'Abrir el espacio de trabajo',
};
