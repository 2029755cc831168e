// The completion scripts of three shells. They know nothing of commands: each asks `foremerge completion suggest` with
// the words typed so far, so that they never grow stale. Text only.

const BASH = `# bash completion for foremerge. To use it: source <(foremerge completion bash)
_foremerge() {
  local line="\${COMP_LINE:0:COMP_POINT}" rest word before prefix cur i n=0
  local -a words=() lines=()
  # bash splits words at : and =, which scopes are full of: put together again what has no blank between.
  rest=$line
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    before=\${rest%%"$word"*}
    if ((n > 0)) && [[ -n $word && -z $before ]]; then
      words[n - 1]+=$word
    else
      words[n]=$word
      n=$((n + 1))
    fi
    rest=\${rest#*"$word"}
  done
  cur=\${words[n - 1]}
  while IFS= read -r word; do lines+=("$word"); done < <(foremerge completion suggest -- "\${words[@]}" 2>/dev/null)
  COMPREPLY=()
  case \${lines[0]-} in
    :files) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur"); compopt -o filenames 2>/dev/null; return ;;
    :dirs) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$cur"); compopt -o filenames 2>/dev/null; return ;;
  esac
  prefix=
  case $cur in *[:=]*) prefix=\${cur%"\${cur##*[:=]}"} ;; esac
  for word in "\${lines[@]:1}"; do
    word=\${word%%$'\\t'*}
    case $word in *[:=]) compopt -o nospace 2>/dev/null ;; esac
    printf -v word %q "\${word#"$prefix"}"
    COMPREPLY+=("$word")
  done
}
complete -F _foremerge foremerge
`;

const ZSH = `#compdef foremerge
# zsh completion for foremerge. To use it: source <(foremerge completion zsh), after compinit
_foremerge() {
  local -a lines names shown open
  local line name
  lines=("\${(@f)$(foremerge completion suggest -- "\${(@Q)words[1,CURRENT]}" 2>/dev/null)}")
  case \${lines[1]-} in
    :files) _files; return ;;
    :dirs) _files -/; return ;;
  esac
  for line in "\${(@)lines[2,-1]}"; do
    [[ -n $line ]] || continue
    name=\${line%%$'\\t'*}
    if [[ $name == *[:=] ]]; then
      open+=("$name")
    else
      names+=("$name")
      if [[ $line == *$'\\t'* ]]; then shown+=("$name  -- \${line#*$'\\t'}"); else shown+=("$name"); fi
    fi
  done
  (( \${#names} )) && compadd -l -d shown -a names
  (( \${#open} )) && compadd -S '' -a open
  (( \${#names} + \${#open} ))
}
if [[ \${funcstack[1]-} == _foremerge ]]; then
  _foremerge "$@"
else
  compdef _foremerge foremerge
fi
`;

const FISH = `# fish completion for foremerge. To use it: foremerge completion fish | source
function __foremerge_suggest
    set -l lines (foremerge completion suggest -- (commandline -opc) (commandline -ct) 2>/dev/null)
    switch "$lines[1]"
        case :files
            __fish_complete_path (commandline -ct)
        case :dirs
            __fish_complete_directories (commandline -ct) ''
        case '*'
            if test (count $lines) -gt 1
                printf '%s\\n' $lines[2..-1]
            end
    end
end
complete -c foremerge -f -a '(__foremerge_suggest)'
`;

/** The script of each shell. */
export const COMPLETION_SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
export type Shell = keyof typeof COMPLETION_SCRIPTS;
