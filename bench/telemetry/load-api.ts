/** An application that has OpenTelemetry's API, and nobody who listens. */
import '@opentelemetry/api';
