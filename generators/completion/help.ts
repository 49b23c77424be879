export const completionHelp = `Usage
  resource-service completion bash|zsh|fish

Prints what a shell needs to complete commands, options, keys of service.yaml,
and the resources and versions of the service in this directory.

Exit status
  0  printed
  1  wrong usage

Examples
  bash, in ~/.bashrc:
    source <(resource-service completion bash)
  zsh, in ~/.zshrc, after compinit:
    source <(resource-service completion zsh)
  fish:
    resource-service completion fish > ~/.config/fish/completions/resource-service.fish
`;
