// The health check of a container: asks the gateway, else the worker, that runs in it.
const { PORT = '3000', DIORAMA_HEALTH_PORT = '9090' } = process.env;
const addresses = [`http://127.0.0.1:${PORT}/api/health`, `http://127.0.0.1:${DIORAMA_HEALTH_PORT}/health`];
const answers = await Promise.allSettled(addresses.map((address) => fetch(address)));
process.exit(answers.some((answer) => answer.status === 'fulfilled' && answer.value.ok) ? 0 : 1);
