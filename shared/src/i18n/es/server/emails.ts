import type { Translation } from '../../catalogues.ts';

/** Spanish texts of mails. */
export const messages: Translation<'server/emails'> = {
  'unnamed.person': 'Alguien',
  'unnamed.workspace': 'tu espacio de trabajo',
  'unnamed.scene': 'una escena',
  'unnamed.friend': 'un amigo',
  'owner.footnote': 'Recibes este correo porque eres propietario de {workspace}.',

  'access-request.subject': '{personName} solicita acceso a «{entityName}»',
  'access-request.subject.without': '{personName} solicita acceso a algo tuyo',
  'access-request.preview': '{email} ha intentado abrirlo y no tiene acceso.',
  'access-request.preview.unconfirmed':
    'Una persona con la dirección sin confirmar {email} ha intentado abrirlo y no tiene acceso.',
  'access-request.text.1':
    '{email} ha intentado abrirlo y no tiene acceso. Tú decides si darle acceso y con qué rol.',
  'access-request.text.1.unconfirmed':
    'Una persona con la dirección sin confirmar {email} ha intentado abrirlo y no tiene acceso. Tú decides si darle acceso y con qué rol.',
  'access-request.text.2': 'Si no respondes, no cambia nada.',
  'access-request.action': 'Revisar solicitud',
  'access-request.footnote':
    'Recibes este correo porque el elemento es de tu espacio de trabajo. La misma persona puede enviar una solicitud al día.',

  'card-expires.subject': 'Tu tarjeta terminada en {last4} caduca pronto',
  'card-expires.preview': 'Añade otra tarjeta para que {workspace} conserve su plan.',
  'card-expires.title': 'Tu tarjeta caduca pronto',
  'card-expires.text.1':
    'La tarjeta terminada en {last4}, con la que se paga {workspace}, caduca a finales de {month}. El plan se renueva el {renews}.',
  'card-expires.text.2': 'Añade otra tarjeta y márcala como predeterminada para que el plan siga activo.',
  'card-expires.action': 'Cambiar el método de pago',

  'comment-digest.subject.one': 'Nuevo comentario en {scenes}',
  'comment-digest.subject.other': '{count} comentarios nuevos en {scenes}',
  'comment-digest.subject.without.one': 'Nuevo comentario',
  'comment-digest.subject.without.other': '{count} comentarios nuevos',
  'comment-digest.title.one': 'Hay un comentario nuevo',
  'comment-digest.title.other': '{count} comentarios nuevos',
  'comment-digest.remark': '{author} comentó «{scene}»: «{quote}»',
  'comment-digest.reply': '{author} respondió en «{scene}»: «{quote}»',
  'comment-digest.text.1': 'Y {more} más.',
  'comment-digest.action.one': 'Ver comentario',
  'comment-digest.action.other': 'Ver comentarios',
  'comment-digest.footnote':
    'Recibes este correo porque la escena es tuya o porque participas en la conversación.',

  'comment-mention.subject': '{author} te ha mencionado en {scene}',
  'comment-mention.subject.without': '{author} te ha mencionado en una escena',
  'comment-mention.title': '{author} te ha mencionado',
  'comment-mention.text.1': 'En un comentario sobre «{scene}»:',
  'comment-mention.text.1.without': 'En un comentario sobre una escena.',
  'comment-mention.text.2': '«{quote}»',
  'comment-mention.action': 'Ver comentario',
  'comment-mention.footnote':
    'Recibes este correo porque alguien que colabora en esta escena te ha mencionado.',

  'confirm.subject': 'Te damos la bienvenida a Diorama: confirma tu dirección',
  'confirm.preview': 'Un clic y tu cuenta estará completa.',
  'confirm.title': 'Te damos la bienvenida a Diorama',
  'confirm.text.1':
    'Tu espacio de trabajo está listo: empieza con una escena vacía o una plantilla, compártela con un enlace y mírala en tu habitación con el móvil.',
  'confirm.text.2': 'Confirma que esta dirección es tuya, para que siempre puedas recuperar tu cuenta.',
  'confirm.action': 'Confirmar mi dirección',
  'confirm.footnote': 'Si no te has registrado, puedes ignorar este correo.',

  'email-change.subject': 'Confirma tu nueva dirección de correo para Diorama',
  'email-change.preview': 'El enlace funciona una sola vez y caduca en una hora.',
  'email-change.title': '¿Es esta tu nueva dirección?',
  'email-change.text.1':
    'Has pedido iniciar sesión con esta dirección. El enlace funciona una sola vez y caduca en una hora. Tu dirección no cambia hasta que lo abras.',
  'email-change.action': 'Usar esta dirección',
  'email-change.footnote': 'Si no lo has pedido tú, puedes ignorar este correo.',

  'email-changed.subject': 'Tu dirección de correo de Diorama ha cambiado',
  'email-changed.preview': 'Ahora inicias sesión con otra dirección.',
  'email-changed.title': 'Hola, {name}: tu dirección ha cambiado',
  'email-changed.title.without': 'Tu dirección ha cambiado',
  'email-changed.text.1': 'Ahora inicias sesión con {email}. Los correos de Diorama también se envían ahí.',
  'email-changed.text.2': 'Si no has hecho tú este cambio, contacta con soporte de inmediato.',
  'email-changed.action': 'Abrir Diorama',
  'email-changed.footnote': 'Recibes este correo porque esta era la dirección de tu cuenta.',

  'export-ready.subject': 'Tus datos de Diorama están listos',
  'export-ready.preview': 'El enlace es válido durante siete días.',
  'export-ready.title': 'Hola, {name}: aquí tienes tus datos',
  'export-ready.title.without': 'Aquí tienes tus datos',
  'export-ready.text.1':
    'Tu perfil, tus espacios de trabajo, tus escenas y los archivos que has subido están en un archivo de {size}.',
  'export-ready.text.2':
    'El enlace es válido durante siete días. Cualquiera que lo tenga puede descargar el archivo, así que no lo compartas.',
  'export-ready.action': 'Descargar datos',
  'export-ready.footnote': 'Recibes este correo porque solicitaste una exportación en tu perfil.',

  'workspace-export-ready.subject': 'El archivo de tu espacio de trabajo está listo',
  'workspace-export-ready.preview': 'El enlace es válido durante siete días.',
  'workspace-export-ready.title': 'Hola, {name}: aquí tienes tu espacio de trabajo',
  'workspace-export-ready.title.without': 'Aquí tienes tu espacio de trabajo',
  'workspace-export-ready.text.1':
    'El archivo de {workspace} ocupa {size}. Contiene las escenas con sus versiones y comentarios, los archivos y los ajustes.',
  'workspace-export-ready.text.2':
    'Supera los {importLimit}, el máximo que importa una instalación de Diorama. Guárdalo como copia, o mueve los ficheros grandes a otro espacio de trabajo y vuelve a exportar.',
  'workspace-export-ready.text.2.without': 'Se puede importar en cualquier instalación de Diorama.',
  'workspace-export-ready.text.3':
    'El enlace es válido durante siete días. Cualquiera que lo tenga puede descargar el archivo, así que no lo compartas.',
  'workspace-export-ready.action': 'Descargar archivo',
  'workspace-export-ready.footnote':
    'Recibes este correo porque exportaste un espacio de trabajo en sus ajustes.',

  'invitation.subject.compositions': '{inviterName} te ha invitado a la escena «{entityName}»',
  'invitation.subject.compositions.without': '{inviterName} te ha invitado a una escena',
  'invitation.subject.projects': '{inviterName} te ha invitado al proyecto «{entityName}»',
  'invitation.subject.projects.without': '{inviterName} te ha invitado a un proyecto',
  'invitation.subject.accounts': '{inviterName} te ha invitado al espacio de trabajo «{entityName}»',
  'invitation.subject.accounts.without': '{inviterName} te ha invitado a un espacio de trabajo',
  'invitation.preview': '{may} La invitación es válida durante siete días.',
  'invitation.may.edit': 'Como editor puedes editar con los demás.',
  'invitation.may.view': 'Como lector puedes ver y comentar.',
  'invitation.may.admin': 'Como administrador puedes hacer de todo salvo la facturación.',
  'invitation.may.guest': 'Como invitado ves lo que se comparte contigo.',
  'invitation.text.1': 'Y a {others} más.',
  'invitation.text.2': '{may}',
  'invitation.text.3':
    'Diorama es un estudio de escenas 3D en el navegador. Si aún no tienes cuenta, puedes crear una gratis.',
  'invitation.text.4': 'La invitación es válida durante siete días.',
  'invitation.action': 'Ver invitación',
  'invitation.footnote':
    'Recibes este correo porque {inviterName} escribió tu dirección. Si no conoces a esta persona, puedes ignorarlo.',

  'invitation-accepted.subject': '{personName} se ha unido a «{entityName}»',
  'invitation-accepted.subject.without': '{personName} se ha unido a algo que compartes',
  'invitation-accepted.preview': '{email} ha aceptado tu invitación.',
  'invitation-accepted.text.1': '{email} ha aceptado tu invitación.',
  'invitation-accepted.action': 'Ver quién tiene acceso',
  'invitation-accepted.footnote': 'Recibes este correo porque enviaste la invitación.',

  'order-held.subject': 'Un pedido requiere tu revisión',
  'order-held.preview': '{reason}',
  'order-held.workspace': 'Un espacio de trabajo',
  'order-held.reason.amount': 'No es el importe pedido. Acepta el pago o reembólsalo.',
  'order-held.reason.price': 'Era por un precio que ya no está a la venta. Activa un plan o reembólsalo.',
  'order-held.reason.refund':
    'Otro pedido ha sustituido a este, y el proveedor ha rechazado el reembolso veinte veces. Revisa el pago en el panel del proveedor.',
  'order-held.text.1': '{workspace} ha pagado {taken}.',
  'order-held.text.2': '{reason}',
  'order-held.text.3': 'Pedido: {order}',
  'order-held.action': 'Revisar pedidos',
  'order-held.footnote': 'Recibes este correo porque eres operador de esta instalación.',

  'overflow.subject': '{personName} no puede seguir editando {sceneName}',
  'overflow.preview.overflown': '{Workspace} supera los límites de su plan.',
  'overflow.preview.full': '{Workspace} casi no tiene almacenamiento libre.',
  'overflow.title': '{personName} te pide que liberes espacio',
  'overflow.text.1.overflown':
    '{personName} trabaja en {sceneName}, en {workspace}, que supera los límites de su plan. Hasta que liberes espacio, sus escenas no se pueden editar.',
  'overflow.text.1.full':
    '{personName} trabaja en {sceneName}, en {workspace}, que casi no tiene almacenamiento libre. Hasta que liberes espacio, puede que no quepan más archivos.',
  'overflow.text.2': 'Elimina los archivos que ya no necesites o elige un plan superior.',
  'overflow.action': 'Liberar espacio',
  'overflow.footnote':
    'Recibes este correo, como mucho una vez al día, porque eres propietario de {workspace}.',

  'password-changed.subject': 'Tu contraseña de Diorama ha cambiado',
  'password-changed.preview': 'Se ha cerrado la sesión en los demás navegadores.',
  'password-changed.title': 'Hola, {name}: tu contraseña ha cambiado',
  'password-changed.title.without': 'Tu contraseña ha cambiado',
  'password-changed.text.1':
    'La contraseña de tu cuenta acaba de cambiar, y se ha cerrado la sesión en los demás navegadores.',
  'password-changed.text.2': 'Si no has hecho tú este cambio, elige una nueva contraseña ahora mismo.',
  'password-changed.action': 'Elegir una nueva contraseña',
  'password-changed.footnote': 'Si la has cambiado tú, no tienes que hacer nada.',

  'password-reset.subject': 'Restablece tu contraseña de Diorama',
  'password-reset.preview': 'El enlace funciona una sola vez y caduca en una hora.',
  'password-reset.title': 'Hola, {name}: elige una nueva contraseña',
  'password-reset.title.without': 'Elige una nueva contraseña',
  'password-reset.text.1':
    'Hemos recibido una solicitud para cambiar la contraseña de tu cuenta. El enlace funciona una sola vez y caduca en una hora.',
  'password-reset.action': 'Elegir una nueva contraseña',
  'password-reset.footnote': 'Si no lo has pedido tú, puedes ignorar este correo. Tu contraseña no cambiará.',

  'payment-held.subject': 'Estamos revisando tu pago',
  'payment-held.preview': 'No tienes que hacer nada ni volver a pagar. Te escribiremos con el resultado.',
  'payment-held.text.1.amount':
    'Hemos recibido {taken} por {workspace}, que no es el importe pedido. Activaremos tu plan o te reembolsaremos.',
  'payment-held.text.1.price':
    'Hemos recibido {taken} por {workspace}, por un precio que ya no está a la venta. Activaremos un plan por ese importe.',
  'payment-held.text.1.refund':
    'Te debemos un reembolso de {taken} por {workspace}, pero tu método de pago no lo acepta. Estamos buscando otra forma de reembolsarte.',
  'payment-held.text.2': 'No tienes que hacer nada ni volver a pagar. Te escribiremos con el resultado.',
  'payment-held.text.3': 'Pedido: {order}',
  'payment-held.action': 'Ver facturación',

  'plan-ended.subject': '{Workspace} ahora está en Free',
  'plan-ended.preview': 'Tus escenas no han cambiado.',
  'plan-ended.title': 'Tu plan ha terminado',
  'plan-ended.text.1':
    '{Workspace} ahora está en Free. Tus escenas no han cambiado y se pueden seguir viendo.',
  'plan-ended.text.2':
    'Si superan los límites de Free, no se podrán editar hasta que liberes espacio o elijas un plan.',
  'plan-ended.action': 'Elegir un plan',

  'receipt.subject': 'Tu recibo de Diorama {plan}',
  'receipt.preview': 'Factura {number}: {total}.',
  'receipt.title.active': 'Gracias por tu pago',
  'receipt.title.waiting': 'Gracias por tu pago',
  'receipt.title.returned': 'Estamos reembolsando tu pago',
  'receipt.title.free': '{plan} está activo',
  'receipt.text.1.active': 'Hemos recibido {total} por {plan} en {workspace}. El plan está activo.',
  'receipt.text.1.waiting': 'Hemos recibido {total} por {plan} en {workspace}. El plan se está activando.',
  'receipt.text.1.returned':
    'Hemos recibido {total} por {plan} en {workspace}, pero ya no correspondía: el plan estaba pagado o cancelado. Te lo reembolsamos por completo.',
  'receipt.text.1.free': 'No se ha cobrado nada por {plan} en {workspace}. El plan está activo.',
  'receipt.text.2': 'El código {code} ha descontado {amount}. Las renovaciones se cobran al precio completo.',
  'receipt.text.3':
    'La factura {number} va adjunta en PDF. También está en la facturación de tu espacio de trabajo.',
  'receipt.action': 'Ver facturas',

  'referral.subject': '{referrerName} te ha invitado a Diorama',
  'referral.preview': 'Crea escenas 3D, compártelas y míralas en realidad aumentada.',
  'referral.title': '{referrerName} te invita a probar Diorama',
  'referral.text.1':
    'Diorama es un estudio en el navegador: coloca modelos y luces, edita escenas en equipo y míralas en tu habitación con el móvil.',
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
  'referral-joined.text.1.without': 'Gracias. Tus amigos te han dado {earned}, que es el máximo.',
  'referral-joined.action': 'Ver amigos',
  'referral-joined.footnote': 'Recibes este correo porque enviaste la invitación.',

  'refund.subject': 'Tu reembolso de {total}',
  'refund.preview': 'Factura rectificativa {number}.',
  'refund.title': 'Tu reembolso está en camino',
  'refund.text.1':
    'Hemos reembolsado {total} de tu pago por {plan} en {workspace}. Puede tardar unos días en aparecer en tu cuenta.',
  'refund.text.2':
    'La factura rectificativa {number} va adjunta en PDF. También está en la facturación de tu espacio de trabajo.',
  'refund.action': 'Ver facturas',

  'renewal-failed.subject': 'No hemos podido renovar {plan}',
  'renewal-failed.preview': 'Revisa el método de pago de {workspace}.',
  'renewal-failed.text.1':
    'El pago de {workspace} no se ha completado. Puede que la tarjeta haya caducado o que no haya ninguna guardada.',
  'renewal-failed.text.2':
    'Lo intentaremos de nuevo el {next}. Si no se paga, el {ends} pasará a Free: {workspace}.',
  'renewal-failed.text.2.without':
    'No volveremos a intentarlo automáticamente. Si no se paga, el {ends} pasará a Free: {workspace}.',
  'renewal-failed.text.3':
    'Añade otra tarjeta o elige otra predeterminada y lo intentaremos de nuevo enseguida. También puedes pagar ahora.',
  'renewal-failed.action': 'Cambiar el método de pago',

  'request-declined.subject': 'Tu solicitud de acceso se ha rechazado',
  'request-declined.preview': 'El propietario ha rechazado tu solicitud.',
  'request-declined.title': 'Hola, {name}: tu solicitud se ha rechazado',
  'request-declined.title.without': 'Tu solicitud se ha rechazado',
  'request-declined.text.1':
    'El propietario ha rechazado tu solicitud de acceso. Si crees que es un error, ponte en contacto directamente.',
  'request-declined.action': 'Ir a mis escenas',
  'request-declined.footnote': 'Recibes este correo porque solicitaste acceso.',

  'request-granted.subject': 'Ya tienes acceso a «{entityName}»',
  'request-granted.subject.without': 'Se ha aceptado tu solicitud de acceso',
  'request-granted.preview': '{granterName} te ha dado acceso.',
  'request-granted.text.1': '{granterName} te ha dado acceso.',
  'request-granted.action': 'Abrir',
  'request-granted.footnote': 'Recibes este correo porque solicitaste acceso.',

  'storage-full.subject': '{Workspace} está lleno',
  'storage-full.preview': 'Por ahora no se pueden subir archivos.',
  'storage-full.title': 'El almacenamiento de {workspace} está lleno',
  'storage-full.text.1':
    '{used} de {available} están en uso, así que por ahora no se pueden subir archivos. Tus escenas no se ven afectadas.',
  'storage-full.text.2': 'Elimina los archivos que ya no necesites o elige un plan superior.',
  'storage-full.action': 'Liberar espacio',

  'storage-overdue.subject.soon': 'A partir del {date} se pueden eliminar archivos de {workspace}',
  'storage-overdue.subject.over': 'Ya se pueden eliminar archivos de {workspace}',
  'storage-overdue.preview': '{used} están en uso y el plan Free incluye {available}.',
  'storage-overdue.title.soon': '{Workspace} supera su límite de almacenamiento desde hace once meses',
  'storage-overdue.title.over': '{Workspace} supera su límite de almacenamiento desde hace un año',
  'storage-overdue.text.1': '{used} están en uso y el plan Free incluye {available}.',
  'storage-overdue.text.2.soon':
    'A partir del {date} podemos eliminar archivos sin usar, empezando por los más grandes, hasta que el resto quepa.',
  'storage-overdue.text.2.over':
    'Ya podemos eliminar archivos sin usar, empezando por los más grandes, hasta que el resto quepa.',
  'storage-overdue.text.3':
    'Elimina los archivos que ya no necesites, descarga los que quieras conservar o elige un plan superior.',
  'storage-overdue.action': 'Ver almacenamiento',

  'storage-warning.subject': '{Workspace} está casi lleno',
  'storage-warning.preview': '{used} de {available} están en uso.',
  'storage-warning.title': '{Workspace} ha usado el 90 % de su almacenamiento',
  'storage-warning.text.1':
    '{used} de {available} están en uso. Cuando se agote el resto, no se podrán subir más archivos.',
  'storage-warning.text.2': 'Elimina los archivos que ya no necesites o elige un plan superior.',
  'storage-warning.action': 'Ver almacenamiento',

  'support.subject': 'Solicitud de soporte de {who}',
  'support.subject.without': 'Solicitud de soporte de un visitante',
  'support.title': '{who} pide ayuda',
  'support.title.without': 'Un visitante pide ayuda',
  'support.text.1': 'Correo: {email}',
  'support.text.2': 'Usuario: {userId}',
  'support.text.3': 'Página: {page}',
  'support.text.4': 'Pedido: {order}',
  'support.text.5': 'Solicitud: {requestId}',
  'support.action': 'Abrir Diorama',
  'support.footnote':
    'Recibes este correo porque eres operador de esta instalación. Tu respuesta llegará a la persona que pregunta.',
  'support.footnote.anonymous':
    'Recibes este correo porque eres operador de esta instalación. El visitante no dejó una dirección de respuesta.',

  'workspace-reactivated.subject': '{Workspace} vuelve a estar activo',
  'workspace-reactivated.preview': 'Tus escenas no han cambiado.',
  'workspace-reactivated.text.1': 'Tus escenas no han cambiado y se pueden abrir, editar y ver de nuevo.',
  'workspace-reactivated.action': 'Abrir el espacio de trabajo',

  'workspace-suspended.subject': '{Workspace} está suspendido',
  'workspace-suspended.preview': 'No se ha eliminado nada.',
  'workspace-suspended.text.1': 'Motivo: {reason}',
  'workspace-suspended.text.2':
    'Por ahora, sus escenas no se pueden abrir, editar ni ver. No se ha eliminado nada.',
  'workspace-suspended.text.3':
    'Para reactivarlo, contacta con soporte desde la página del espacio de trabajo.',
  'workspace-suspended.action': 'Abrir el espacio de trabajo',
};
