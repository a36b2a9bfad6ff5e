// What GitOps tools make of objects: kstatus of sigs.k8s.io/cli-utils, which Flux and kubectl's apply tools compute with, and a health check
// in Lua, run by the interpreter that Argo CD has.
//
//	health kstatus                 < OBJECTS    one object of JSON after the other
//	health argocd HEALTH_LUA       < OBJECTS
//
// Prints for each object one line of JSON: {"status":"…","message":"…"}.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	integers "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/cli-utils/pkg/kstatus/status"
)

type verdict struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}

type judge func(object map[string]any) (verdict, error)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string, in io.Reader, out io.Writer) error {
	judge, err := judgeOf(arguments)
	if err != nil {
		return err
	}
	objects, verdicts := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var text json.RawMessage
		if err := objects.Decode(&text); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var object map[string]any
		if err := integers.Unmarshal(text, &object); err != nil {
			return err
		}
		verdict, err := judge(object)
		if err != nil {
			return err
		}
		if err := verdicts.Encode(verdict); err != nil {
			return err
		}
	}
}

func judgeOf(arguments []string) (judge, error) {
	switch {
	case len(arguments) == 1 && arguments[0] == "kstatus":
		return kstatus, nil
	case len(arguments) == 2 && arguments[0] == "argocd":
		script, err := os.ReadFile(arguments[1])
		return func(object map[string]any) (verdict, error) { return argocd(string(script), object) }, err
	default:
		return nil, errors.New("usage: health kstatus | health argocd HEALTH_LUA, objects on standard input")
	}
}

func kstatus(object map[string]any) (verdict, error) {
	result, err := status.Compute(&unstructured.Unstructured{Object: object})
	if err != nil {
		return verdict{}, err
	}
	return verdict{Status: result.Status.String(), Message: result.Message}, nil
}

// As Argo CD does: a global obj, a table with status and message as the result, no library but base, table, string and math.
func argocd(script string, object map[string]any) (verdict, error) {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for name, open := range map[string]lua.LGFunction{
		lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable,
		lua.StringLibName: lua.OpenString, lua.MathLibName: lua.OpenMath,
	} {
		state.Push(state.NewFunction(open))
		state.Push(lua.LString(name))
		state.Call(1, 0)
	}
	state.SetGlobal("obj", value(state, object))
	if err := state.DoString(script); err != nil {
		return verdict{}, err
	}
	health, ok := state.Get(-1).(*lua.LTable)
	if !ok {
		return verdict{}, errors.New("the health check returns no table")
	}
	return verdict{Status: text(health, "status"), Message: text(health, "message")}, nil
}

func text(table *lua.LTable, key string) string {
	if found, ok := table.RawGetString(key).(lua.LString); ok {
		return string(found)
	}
	return ""
}

func value(state *lua.LState, object any) lua.LValue {
	switch it := object.(type) {
	case map[string]any:
		table := state.NewTable()
		for key, element := range it {
			table.RawSetString(key, value(state, element))
		}
		return table
	case []any:
		table := state.NewTable()
		for _, element := range it {
			table.Append(value(state, element))
		}
		return table
	case string:
		return lua.LString(it)
	case bool:
		return lua.LBool(it)
	case int64:
		return lua.LNumber(it)
	case float64:
		return lua.LNumber(it)
	default:
		return lua.LNil
	}
}
