// Reports to the parent process which modules of OpenTelemetry this process loads, and which module asked first.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    if (/@opentelemetry|bullmq-otel|runtime\/opentelemetry/.test(resolved.url)) {
      process.send?.({ loads: resolved.url, for: context.parentURL ?? '' });
    }
    return resolved;
  },
});
