/** Says what is wrong with the configuration, and never what a secret is. */
export class ConfigurationError extends Error {}
