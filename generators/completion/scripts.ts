export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function isShell(name: string | undefined): name is Shell {
  return shells.some((shell) => shell === name);
}

/**
 * What a shell evaluates at its start. The words come from the command, one on a line, so that they fit the service in the
 * directory; they are never evaluated. Where there are none, the shell completes files.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `_resource_service() {
  COMPREPLY=()
  local word
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(resource-service completion words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _resource_service resource-service
`,
  zsh: `#compdef resource-service
_resource_service() {
  local -a found
  found=("\${(@f)$(resource-service completion words "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    compadd -- "\${found[@]}"
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" = _resource_service ]]; then
  _resource_service "$@"
else
  compdef _resource_service resource-service
fi
`,
  // Fish would mix files with the words, so the function asks for files itself.
  fish: `function __resource_service_words
    set -l before (commandline -opc)
    set -l found (resource-service completion words $before[2..-1] (commandline -ct) 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c resource-service -f -a '(__resource_service_words)'
`,
};
